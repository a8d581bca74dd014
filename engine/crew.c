/*
 * The leader obeys the limits and reports; helpers search the same root without limits until the leader is through,
 * every other one a ply deeper, so that they do not all do the same. Of all results the one is taken whose move most
 * stands behind: each thread votes with its depth, and with how good it found its move.
 */
#include "engine/crew.h"

#include <pthread.h>
#include <stdlib.h>

struct helper {
    struct crew *crew;
    struct search *search;
    struct search_result result;
    pthread_t thread;
    bool running, ahead;
};

struct crew {
    struct search *leader;
    struct helper helpers[CREW_MAX - 1];
    unsigned count; /* helpers */
    struct mate *mate;
    pthread_t mate_thread;
    enum mate_answer mate_answer;
    bool mate_running, endless;
    struct search_request request; /* of the helpers */
    atomic_ullong nodes;
    atomic_bool stop; /* told to all, or the leader is through */
};

enum error crew_create(struct crew **out)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (!crew)
        return ERR_NO_MEMORY;
    atomic_init(&crew->nodes, 0);
    atomic_init(&crew->stop, false);
    if (search_create(&crew->leader) != OK || mate_create(&crew->mate, MATE_ENTRIES_SMALL) != OK) {
        crew_free(crew);
        return ERR_NO_MEMORY;
    }
    *out = crew;
    return OK;
}

void crew_free(struct crew *crew)
{
    if (!crew)
        return;
    for (unsigned i = 0; i < crew->count; i++)
        search_free(crew->helpers[i].search);
    search_free(crew->leader);
    mate_free(crew->mate);
    free(crew);
}

enum error crew_resize(struct crew *crew, unsigned threads)
{
    unsigned wanted = threads - 1, before = crew->count;
    while (crew->count > wanted)
        search_free(crew->helpers[--crew->count].search);
    while (crew->count < wanted) {
        struct helper *helper = &crew->helpers[crew->count];
        *helper = (struct helper){.crew = crew};
        if (search_create(&helper->search) != OK) {
            while (crew->count > before)
                search_free(crew->helpers[--crew->count].search);
            return ERR_NO_MEMORY;
        }
        crew->count++;
    }
    return OK;
}

void crew_forget(struct crew *crew)
{
    search_forget(crew->leader);
    mate_forget(crew->mate);
    for (unsigned i = 0; i < crew->count; i++)
        search_forget(crew->helpers[i].search);
}

void crew_arm(struct crew *crew, bool ponder)
{
    atomic_store(&crew->nodes, 0);
    atomic_store(&crew->stop, false);
    search_arm(crew->leader, ponder);
    for (unsigned i = 0; i < crew->count; i++)
        search_arm(crew->helpers[i].search, false);
}

void crew_stop(struct crew *crew)
{
    atomic_store(&crew->stop, true);
    search_stop(crew->leader);
    for (unsigned i = 0; i < crew->count; i++)
        search_stop(crew->helpers[i].search);
}

void crew_ponderhit(struct crew *crew, int64_t now)
{
    search_ponderhit(crew->leader, now);
}

bool crew_is_pondering(const struct crew *crew)
{
    return search_is_pondering(crew->leader);
}

static void *help(void *context)
{
    struct helper *helper = context;
    struct search_request request = helper->crew->request;
    request.first_depth = helper->ahead ? 2 : 1;
    search_run(helper->search, &request, &helper->result);
    return NULL;
}

/* A proof makes further thinking needless, unless it was asked for. */
static void *look_for_mate(void *context)
{
    struct crew *crew = context;
    crew->mate_answer = mate_run(crew->mate, 0, &crew->stop);
    if (crew->mate_answer == MATE_FOUND && !crew->endless)
        crew_stop(crew);
    return NULL;
}

/* How much a result counts: never less than 1. */
static int64_t weight(const struct search_result *result, int worst)
{
    return (int64_t)(result->score - worst + 20) * (int64_t)(result->depth + 1);
}

static void choose(const struct crew *crew, struct search_result *result)
{
    const struct search_result *all[CREW_MAX];
    unsigned count = 0;
    const struct search_result leader = *result; /* *result is overwritten on the way */
    all[count++] = &leader;
    for (unsigned i = 0; i < crew->count; i++) {
        if (crew->helpers[i].running && crew->helpers[i].result.depth)
            all[count++] = &crew->helpers[i].result;
    }
    int worst = leader.score;
    for (unsigned i = 0; i < count; i++)
        worst = all[i]->score < worst ? all[i]->score : worst;
    int64_t most = 0;
    for (unsigned i = 0; i < count; i++) {
        int64_t votes = 0;
        for (unsigned j = 0; j < count; j++)
            votes += all[j]->best == all[i]->best ? weight(all[j], worst) : 0;
        /* A mate is proved and needs no votes; among equals the deeper search speaks. */
        if (score_is_win(all[i]->score))
            votes = INT64_MAX / 2 + all[i]->score;
        if (votes > most || (votes == most && all[i]->depth > result->depth)) {
            most = votes;
            *result = *all[i];
        }
    }
}

/* A proved mate is played, unless the search has a shorter one; and told, when the search has not. */
static void take_mate(struct crew *crew, const struct search_request *request, struct search_result *result)
{
    unsigned length;
    const move_t *line = mate_line(crew->mate, &length);
    int score = SCORE_MATE - (int)length;
    if (score <= result->score)
        return;
    result->best = line[0];
    result->ponder = length > 1 ? line[1] : MOVE_NONE;
    result->score = score;
    struct search_info info = {.rank = 1,
                               .depth = length,
                               .seldepth = length,
                               .score = score,
                               .nodes = result->nodes,
                               .hashfull = tt_permille(request->table),
                               .pv = line,
                               .pv_length = length};
    if (request->report)
        request->report(request->context, &info);
}

/* Starts everybody but the leader, whose request this is. */
static void call_helpers(struct crew *crew, struct search_request *lead)
{
    tt_age(lead->table);
    lead->team_nodes = &crew->nodes;
    lead->helper = true;
    crew->request = *lead;
    crew->request.report = NULL;
    crew->request.limits = (struct search_limits){.infinite = true, .nodes = lead->limits.nodes};
    crew->endless = lead->limits.infinite;
    for (unsigned i = 0; i < crew->count; i++) {
        struct helper *helper = &crew->helpers[i];
        helper->ahead = i % 2 == 0;
        helper->running = pthread_create(&helper->thread, NULL, help, helper) == 0;
    }
    crew->mate_answer = MATE_OPEN;
    crew->mate_running = false;
    if (lead->limits.lines <= 1 && mate_is_forcing(lead->match->game)) {
        mate_ask(crew->mate, lead->evaluation, lead->match);
        crew->mate_running = pthread_create(&crew->mate_thread, NULL, look_for_mate, crew) == 0;
    }
}

static void dismiss_helpers(struct crew *crew, const struct search_request *lead, struct search_result *result)
{
    crew_stop(crew);
    uint64_t nodes = result->nodes;
    for (unsigned i = 0; i < crew->count; i++) {
        if (!crew->helpers[i].running)
            continue;
        pthread_join(crew->helpers[i].thread, NULL);
        nodes += crew->helpers[i].result.nodes;
    }
    if (lead->limits.lines <= 1)
        choose(crew, result);
    if (crew->mate_running)
        pthread_join(crew->mate_thread, NULL);
    result->nodes = nodes;
    if (crew->mate_answer == MATE_FOUND)
        take_mate(crew, lead, result);
}

void crew_run(struct crew *crew, const struct search_request *request, struct search_result *result)
{
    struct search_request lead = *request;
    /* A level must not depend on how many threads there are. */
    if (crew->count == 0 || request->limits.temperature || request->match->verdict.reason != REASON_NONE) {
        if (!request->limits.temperature && request->limits.lines <= 1)
            lead.mate = crew->mate;
        search_run(crew->leader, &lead, result);
        return;
    }
    call_helpers(crew, &lead);
    search_run(crew->leader, &lead, result);
    dismiss_helpers(crew, &lead, result);
}
