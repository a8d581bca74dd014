/*
 * Opening goes from the inside out: store, bus, players, tables, the computer, and the door last, so that whoever comes
 * in finds everything there. Ending goes the other way, each step begun by the callback of the one before:
 *
 *   1. no new connections and commands; the computer stops thinking; commands under way are answered
 *   2. connections are closed ("going away")
 *   3. lobby, tables, players, bus
 *   4. the store writes what it was given, and closes
 *
 * A second signal, or twelve seconds, end the process at once: nothing that was confirmed can be lost by that.
 */
#include "server/node/node.h"
#include "rules/game.h"
#include "server/bus/bus.h"
#include "server/cpu/cpu.h"
#include "server/lobby/lobby.h"
#include "server/player/bans.h"
#include "server/player/player.h"
#include "server/store/store.h"
#include "server/table/table.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { END_MS = 12000, PATH_BYTES = PATH_MAX, LEASH_ARGUMENTS = 3 };

/* This program, whatever becomes of its file. */
#define SELF "/proc/self/exe"

struct node {
    const struct config *config;
    uv_loop_t loop;
    uv_signal_t sigterm, sigint;
    uv_timer_t deadline;
    struct log log;
    struct store *store;
    struct bus *bus;
    struct players *players;
    struct bans *bans;
    struct tables *tables;
    struct lobby *lobby;
    const char **kinds; /* names of the games there are */
    struct cpu *cpu;
    struct gateway *gateway;
    unsigned busy; /* steps of ending that are under way */
    bool ending;
    char store_path[PATH_BYTES], assets_path[PATH_BYTES];
    char pid[16]; /* of this process, to which engines are tied */
    const char *engine_argv[LEASH_ARGUMENTS + 3];
    char foreign_text[CONFIG_TEXT_MAX];
    const char *foreign_argv[LEASH_ARGUMENTS + CONFIG_ARGUMENTS_MAX + 1];
};

/* ---- figures ---- */

static void put(struct text *text, const char *name, const char *type, uint64_t value)
{
    text_string(text, "# TYPE shogikan_");
    text_string(text, name);
    text_char(text, ' ');
    text_string(text, type);
    text_string(text, "\nshogikan_");
    text_string(text, name);
    text_char(text, ' ');
    text_number(text, (long long)value);
    text_char(text, '\n');
}

static void more_metrics(void *context, struct text *text)
{
    struct node *node = context;
    struct store_stats store;
    struct tables_stats tables;
    store_stats(node->store, &store);
    tables_stats(node->tables, &tables);
    put(text, "store_commits_total", "counter", store.commits);
    put(text, "store_writes_total", "counter", store.writes);
    put(text, "store_reads_total", "counter", store.reads);
    put(text, "store_failures_total", "counter", store.failures);
    put(text, "store_waiting", "gauge", store.waiting);
    put(text, "tables_loaded", "gauge", tables.loaded);
    put(text, "tables_clients", "gauge", tables.clients);
    put(text, "tables_watches", "gauge", tables.watches);
    put(text, "tables_commands_waiting", "gauge", tables.waiting);
    put(text, "game_events_total", "counter", tables.events);
    put(text, "commands_refused_total", "counter", tables.refused);
    put(text, "games_loaded_total", "counter", tables.loads);
    if (node->lobby) {
        struct lobby_stats lobby;
        lobby_stats(node->lobby, &lobby);
        put(text, "lobby_seeks", "gauge", lobby.seeks);
        put(text, "lobby_watchers", "gauge", lobby.watchers);
        put(text, "lobby_pairs_total", "counter", lobby.pairs);
    }
    if (node->cpu) {
        struct cpu_stats cpu;
        cpu_stats(node->cpu, &cpu);
        put(text, "engine_processes", "gauge", cpu.processes);
        put(text, "engine_processes_ready", "gauge", cpu.ready);
        put(text, "engine_thinking", "gauge", cpu.thinking);
        put(text, "engine_positions_waiting", "gauge", cpu.waiting);
        put(text, "engine_oldest_waiting_ms", "gauge", (uint64_t)cpu.oldest_ms);
        put(text, "engine_questions_total", "counter", cpu.asked);
        put(text, "engine_questions_waited_ms_total", "counter", cpu.waited_ms);
        put(text, "engine_stand_ins_total", "counter", cpu.stand_ins);
        put(text, "engine_answers_total", "counter", cpu.answered);
        put(text, "engine_failures_total", "counter", cpu.failures);
        put(text, "engine_restarts_total", "counter", cpu.restarts);
    }
}

/* ---- ending ---- */

static void end_handle(uv_handle_t *handle)
{
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void store_closed(void *context)
{
    struct node *node = context;
    node->store = NULL;
    end_handle((uv_handle_t *)&node->sigterm);
    end_handle((uv_handle_t *)&node->sigint);
    end_handle((uv_handle_t *)&node->deadline);
}

static void tables_closed(void *context)
{
    struct node *node = context;
    node->tables = NULL;
    bans_close(node->bans);
    players_close(node->players);
    bus_close(node->bus);
    store_close(node->store, store_closed, node);
}

static void lobby_stopped(void *context)
{
    struct node *node = context;
    node->lobby = NULL;
    tables_close(node->tables, tables_closed, node);
}

static void gateway_closed(void *context)
{
    struct node *node = context;
    node->gateway = NULL;
    lobby_stop(node->lobby, lobby_stopped, node);
}

static void step_done(struct node *node)
{
    if (--node->busy > 0)
        return;
    log_write(&node->log, LOG_INFO, "node.drained", "port=%u", gateway_port(node->gateway));
    gateway_close(node->gateway, gateway_closed, node);
}

static void cpu_closed(void *context)
{
    struct node *node = context;
    node->cpu = NULL;
    step_done(node);
}

static void tables_drained(void *context)
{
    step_done(context);
}

static void on_deadline(uv_timer_t *timer)
{
    struct node *node = timer->data;
    log_write(&node->log, LOG_ERROR, "node.end", "problem=\"took too long\"");
    _exit(1);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct node *node = handle->data;
    log_write(&node->log, LOG_INFO, "node.signal", "signal=%d", number);
    if (node->ending)
        _exit(1);
    node->ending = true;
    uv_timer_start(&node->deadline, on_deadline, END_MS, 0);
    gateway_drain(node->gateway);
    node->busy = 2;
    lobby_drain(node->lobby);
    cpu_close(node->cpu, cpu_closed, node);
    tables_drain(node->tables, tables_drained, node);
}

/* ---- beginning ---- */

static int problem(const char *what, const char *why)
{
    fprintf(stderr, "shogikan serve: %s: %s\n", what, why);
    return 1;
}

/* The file of the store, with its folder made. 0, or the exit code. */
static int choose_store(struct node *node)
{
    const struct config *config = node->config;
    const char *wrong = config_store_file(config->data, config->store, node->store_path, sizeof node->store_path);
    if (wrong) {
        fprintf(stderr, "shogikan serve: %s: %.200s\n", wrong, config->store ? config->store : config->data);
        return 2;
    }
    if (strcmp(config->bus, "local") != 0) {
        fprintf(stderr, "shogikan serve: --bus: only local is there so far: %s\n", config->bus);
        return 2;
    }
    return 0;
}

/* The folder of the page: the one that was named, or build/web next to build/release. NULL: none; that is said. */
static const char *choose_assets(struct node *node)
{
    if (node->config->assets)
        return node->config->assets;
    char path[PATH_BYTES];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) {
        path[length] = '\0';
        char *slash = strrchr(path, '/');
        if (slash) {
            *slash = '\0';
            struct stat status;
            if ((size_t)snprintf(node->assets_path, sizeof node->assets_path, "%s/../web", path) <
                    sizeof node->assets_path &&
                stat(node->assets_path, &status) == 0 && S_ISDIR(status.st_mode))
                return node->assets_path;
        }
    }
    log_write(&node->log, LOG_WARN, "node.no_page", "problem=\"no files of the page; build them or name --assets\"");
    return NULL;
}

/* What an engine's command line begins with, so that it ends with this process: server/cpu/leash.h. */
static void begin_leash(struct node *node, const char **argv)
{
    snprintf(node->pid, sizeof node->pid, "%d", (int)getpid());
    argv[0] = SELF;
    argv[1] = "leash";
    argv[2] = node->pid;
}

static int choose_engines(struct node *node)
{
    unsigned count = 0;
    begin_leash(node, node->engine_argv);
    node->engine_argv[LEASH_ARGUMENTS] = SELF;
    node->engine_argv[LEASH_ARGUMENTS + 1] = "usi";
    if (!node->config->engine) {
        const char *idle = node->config->engine_games ? "games" : node->config->engine_option_count ? "option" : NULL;
        if (!idle)
            return 0;
        fprintf(stderr, "shogikan serve: --engine-%s: there is no --engine\n", idle);
        return 2;
    }
    if ((size_t)snprintf(node->foreign_text, sizeof node->foreign_text, "%s", node->config->engine) >=
        sizeof node->foreign_text) {
        fprintf(stderr, "shogikan serve: --engine: too long\n");
        return 2;
    }
    begin_leash(node, node->foreign_argv);
    char *rest = NULL;
    for (char *word = strtok_r(node->foreign_text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (count == CONFIG_ARGUMENTS_MAX) {
            fprintf(stderr, "shogikan serve: --engine: more than %d words\n", CONFIG_ARGUMENTS_MAX);
            return 2;
        }
        node->foreign_argv[LEASH_ARGUMENTS + count++] = word;
    }
    if (count > 0)
        return 0;
    fprintf(stderr, "shogikan serve: --engine: no words\n");
    return 2;
}

/* As many descriptors as the system lets us have: each connection is one. */
static void raise_descriptors(struct node *node)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max < 1048576 ? limit.rlim_max : 1048576;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < node->config->limits.max_connections + 64)
        log_write(&node->log, LOG_WARN, "node.descriptors", "limit=%lu max_connections=%u",
                  (unsigned long)limit.rlim_cur, node->config->limits.max_connections);
}

static enum error open_lobby(struct node *node)
{
    unsigned count = game_list_count;
    node->kinds = calloc(count, sizeof *node->kinds);
    if (!node->kinds)
        return ERR_NO_MEMORY;
    for (unsigned i = 0; i < count; i++)
        node->kinds[i] = game_list[i]->name;
    struct lobby_config lobby = {.loop = &node->loop,
                                 .store = node->store,
                                 .bus = node->bus,
                                 .tables = node->tables,
                                 .log = &node->log,
                                 .kinds = node->kinds,
                                 .kind_count = count,
                                 .unfinished_max = node->config->unfinished_tables,
                                 .window_minutes = node->config->unfinished_minutes};
    return lobby_start(&node->lobby, &lobby);
}

static int open_inside(struct node *node)
{
    char message[STORE_MESSAGE_MAX];
    const struct config *config = node->config;
    struct store_config store = {
        .where = node->store_path, .loop = &node->loop, .log = &node->log, .clock = clock_system()};
    if (store_open(&node->store, &store, message) != OK)
        return problem("store", message);
    enum error error = bus_local_open(&node->bus);
    if (!error)
        error = players_open(&node->players, node->store, random_system(), &node->log);
    uint64_t seed;
    struct random_source random = random_system();
    random_fill(&random, &seed, sizeof seed);
    if (!error)
        error = bans_open(&node->bans, node->store, seed, &node->log);
    struct tables_config tables = {.loop = &node->loop,
                                   .store = node->store,
                                   .bus = node->bus,
                                   .random = random_system(),
                                   .log = &node->log,
                                   .loaded_max = config->tables_loaded,
                                   .lines_most = config->chat_lines,
                                   .lines_ms = config->chat_seconds * 1000,
                                   .lines_kept = config->chat_kept,
                                   .unfinished_max = config->unfinished_tables,
                                   .unfinished_minutes = config->unfinished_minutes};
    if (!error)
        error = tables_open(&node->tables, &tables);
    if (!error)
        error = open_lobby(node);
    if (error)
        return problem("start", error_text(error));
    struct cpu_config cpu = {.loop = &node->loop,
                             .store = node->store,
                             .bus = node->bus,
                             .tables = node->tables,
                             .log = &node->log,
                             .argv = node->engine_argv,
                             .processes = config->engines,
                             .foreign_argv = config->engine ? node->foreign_argv : NULL,
                             .foreign_processes = config->engine_processes,
                             .foreign_options = config->engine_options,
                             .foreign_games = config->engine_games,
                             .movetime_ms = config->movetime_ms};
    error = cpu_open(&node->cpu, &cpu);
    return error ? problem("engine", error_text(error)) : 0;
}

static int open_door(struct node *node)
{
    const struct config *config = node->config;
    char message[GATEWAY_MESSAGE_MAX];
    struct gateway_config gateway = {.loop = &node->loop,
                                     .bind = config->bind,
                                     .port = config->port,
                                     .assets = choose_assets(node),
                                     .origins = config->origins,
                                     .origin_count = config->origin_count,
                                     .trusted = config->trusted,
                                     .trusted_count = config->trusted_count,
                                     .metrics = config->metrics,
                                     .metrics_count = config->metrics_count,
                                     .limits = config->limits,
                                     .bus = node->bus,
                                     .players = node->players,
                                     .bans = node->bans,
                                     .tables = node->tables,
                                     .lobby = node->lobby,
                                     .clock = clock_system(),
                                     .random = random_system(),
                                     .log = &node->log,
                                     .more_metrics = more_metrics,
                                     .context = node};
    if (gateway_open(&node->gateway, &gateway, message) != OK)
        return problem("start", message);
    bool six = strchr(config->bind, ':') != NULL;
    printf("listening on http://%s%s%s:%u\n", six ? "[" : "", config->bind, six ? "]" : "",
           gateway_port(node->gateway));
    fflush(stdout);
    return 0;
}

static void start_signals(struct node *node)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is a full disk, which the store can tell */
    uv_signal_init(&node->loop, &node->sigterm);
    uv_signal_init(&node->loop, &node->sigint);
    uv_timer_init(&node->loop, &node->deadline);
    node->sigterm.data = node->sigint.data = node->deadline.data = node;
    uv_signal_start(&node->sigterm, on_signal, SIGTERM);
    uv_signal_start(&node->sigint, on_signal, SIGINT);
}

int node_run(const struct config *config)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        return problem("start", error_text(ERR_NO_MEMORY));
    node->config = config;
    node->log = (struct log){.fd = STDERR_FILENO, .level = config->log_level};
    int status = choose_store(node);
    if (!status)
        status = choose_engines(node);
    if (status) {
        free(node);
        return status;
    }
    if (uv_loop_init(&node->loop) != 0)
        return problem("start", error_text(ERR_NO_MEMORY));
    start_signals(node);
    raise_descriptors(node);
    status = open_inside(node);
    if (!status)
        status = open_door(node);
    if (status)
        return status; /* the process ends: nothing was begun that would need an end */
    uv_run(&node->loop, UV_RUN_DEFAULT);
    if (uv_loop_close(&node->loop) != 0) {
        log_write(&node->log, LOG_ERROR, "node.end", "problem=\"handles left on the loop\"");
        return 1;
    }
    log_write(&node->log, LOG_INFO, "node.end", "status=%d", 0);
    free(node->kinds);
    free(node);
    return 0;
}
