/*
 *   RESTING --spawn--> STARTING --usiok, readyok--> READY --options, isready--> PREPARING --readyok--> THINKING
 *      ^                   |                          ^                             |         bestmove |    |
 *      |                   |                          +-----------------------------|------------------+    |
 *      +---- it died, its time was up, it said too much, it could not be started ---+-----------------------+
 *
 * One timer serves all states: the pause while resting, the deadline of an answer otherwise. The process is a thing of
 * its own, since it lives on for a moment after the engine has let go of it: it is killed, its pipes are closed, and
 * it is freed once the system has told its end, so that no zombie stays.
 */
#include "server/cpu/engine.h"
#include "base/buffer.h"
#include "server/cpu/cpu.h"
#include "server/table/table.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 65536, READ_BYTES = 16384, WORDS_MAX = 4096, ASK_MAX = 256 * 1024 };

enum state { RESTING, STARTING, READY, PREPARING, THINKING, CLOSED };

struct process {
    struct engine *engine; /* NULL: let go */
    uv_process_t handle;
    uv_pipe_t in, out; /* as the process sees them */
    unsigned open;     /* handles not yet closed */
    bool running;
    struct buffer lines;
    char chunk[READ_BYTES];
};

struct engine {
    struct engine_config config;
    enum state state;
    struct process *process; /* NULL while resting */
    uv_timer_t timer;
    unsigned failures, starts;
    unsigned dying; /* processes let go that have not ended */
    /* What the process says of itself, and what it was told. */
    bool has_rule, has_level, has_seed;
    uint32_t has_options;     /* bit I: the option I of its config */
    char variants[WORDS_MAX]; /* " default a var a var b "; "" when it has no such option */
    char told_kind[64], told_rules[256], told_game[64];
    unsigned told_level;
    struct buffer question; /* "position ..." and "go ...", sent when it is ready */
    unsigned movetime_ms;
    void (*closed)(void *context);
    void *closed_context;
};

static void rest(struct engine *engine);

/* ---- the end of processes and engines ---- */

static void on_timer_closed(uv_handle_t *handle)
{
    struct engine *engine = handle->data;
    void (*closed)(void *) = engine->closed;
    void *context = engine->closed_context;
    buffer_free(&engine->question);
    free(engine);
    if (closed)
        closed(context);
}

static void check_closed(struct engine *engine)
{
    if (engine->state != CLOSED || engine->dying || uv_is_closing((uv_handle_t *)&engine->timer))
        return;
    uv_close((uv_handle_t *)&engine->timer, on_timer_closed);
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct process *process = handle->data;
    if (--process->open)
        return;
    buffer_free(&process->lines);
    free(process);
}

static void close_handle(uv_handle_t *handle)
{
    if (!uv_is_closing(handle))
        uv_close(handle, on_handle_closed);
}

/* The engine has nothing to do with this process any more. */
static void let_go(struct engine *engine)
{
    struct process *process = engine->process;
    if (!process)
        return;
    engine->process = NULL;
    close_handle((uv_handle_t *)&process->in);
    close_handle((uv_handle_t *)&process->out);
    if (process->running) {
        engine->dying++; /* its end is told to on_ended() */
        uv_process_kill(&process->handle, SIGKILL);
    } else {
        process->engine = NULL;
    }
}

/* ---- failures ---- */

static void fail(struct engine *engine, const char *why)
{
    bool asked = engine->state == PREPARING || engine->state == THINKING;
    engine->failures++;
    log_write(engine->config.log, LOG_WARN, "cpu.engine_failed", "engine=%u why=\"%s\" in_a_row=%u",
              engine->config.number, why, engine->failures);
    let_go(engine);
    rest(engine);
    engine->config.failed(engine->config.context, engine, why, asked);
}

static void on_ended(uv_process_t *handle, int64_t status, int signal)
{
    struct process *process = handle->data;
    struct engine *engine = process->engine;
    process->running = false;
    close_handle((uv_handle_t *)handle);
    if (!engine)
        return;
    if (engine->process != process) {
        engine->dying--;
        check_closed(engine);
        return;
    }
    char why[64];
    snprintf(why, sizeof why, "ended with status %lld, signal %d", (long long)status, signal);
    fail(engine, why);
}

static void on_deadline(uv_timer_t *timer)
{
    fail(timer->data, "no answer in time");
}

static void expect_within(struct engine *engine, unsigned ms)
{
    uv_timer_start(&engine->timer, on_deadline, ms, 0);
}

/* ---- talking ---- */

struct message {
    uv_write_t request;
    char text[];
};

static void on_written(uv_write_t *request, int status)
{
    (void)status; /* a process that does not read will not answer: its end or the deadline tells */
    free(request->data);
}

static bool say(struct engine *engine, const char *text, size_t size)
{
    struct message *message = malloc(sizeof *message + size);
    if (!message)
        return false;
    memcpy(message->text, text, size);
    message->request.data = message;
    uv_buf_t buffer = uv_buf_init(message->text, (unsigned)size);
    if (uv_write(&message->request, (uv_stream_t *)&engine->process->in, &buffer, 1, on_written)) {
        free(message);
        return false;
    }
    return true;
}

static bool say_line(struct engine *engine, const char *line)
{
    return say(engine, line, strlen(line));
}

static void send_question(struct engine *engine)
{
    engine->state = THINKING;
    expect_within(engine, engine->movetime_ms + engine->config.grace_ms);
    say(engine, engine->question.bytes, engine->question.size);
    buffer_clear(&engine->question);
}

_Static_assert(CPU_OPTIONS_MAX <= 32, "has_options has a bit for each");

/* Whether "NAME type ..." declares what "NAME=VALUE" sets. */
static bool declares(const char *declared, const char *option)
{
    size_t length = strcspn(option, "=");
    return !strncmp(option, declared, length) && declared[length] == ' ';
}

static void tell_options(struct engine *engine)
{
    char *const *options = engine->config.options;
    for (unsigned i = 0; options && options[i]; i++) {
        int name = (int)strcspn(options[i], "=");
        const char *value = options[i] + name + 1;
        char line[CPU_OPTION_BYTES_MAX + 64];
        if (!(engine->has_options & 1u << i)) {
            log_write(engine->config.log, LOG_WARN, "cpu.engine_option",
                      "engine=%u option=\"%.*s\" problem=\"it has none\"", engine->config.number, name, options[i]);
            continue;
        }
        snprintf(line, sizeof line, "setoption name %.*s value %s\n", name, options[i], *value ? value : "<empty>");
        say_line(engine, line);
    }
}

static void hear_option(struct engine *engine, const char *line)
{
    static const char name[] = "option name ";
    if (strncmp(line, name, sizeof name - 1))
        return;
    const char *option = line + sizeof name - 1;
    for (unsigned i = 0; engine->config.options && engine->config.options[i]; i++)
        if (declares(option, engine->config.options[i]))
            engine->has_options |= 1u << i;
    if (!strncmp(option, "Rule ", 5))
        engine->has_rule = true;
    else if (!strncmp(option, "Level ", 6))
        engine->has_level = true;
    else if (!strncmp(option, "Seed ", 5))
        engine->has_seed = true;
    else if (!strncmp(option, "UCI_Variant ", 12))
        snprintf(engine->variants, sizeof engine->variants, " %s ", option + 12);
}

static void hear(struct engine *engine, char *line)
{
    static const char bestmove[] = "bestmove ";
    if (engine->state == STARTING && !strcmp(line, "usiok")) {
        tell_options(engine);
        say_line(engine, "isready\n");
    } else if (engine->state == STARTING && !strcmp(line, "readyok")) {
        engine->state = READY;
        uv_timer_stop(&engine->timer);
        engine->config.ready(engine->config.context, engine);
    } else if (engine->state == STARTING) {
        hear_option(engine, line);
    } else if (engine->state == PREPARING && !strcmp(line, "readyok")) {
        send_question(engine);
    } else if (engine->state == THINKING && !strncmp(line, bestmove, sizeof bestmove - 1)) {
        char move[ENGINE_MOVE_MAX];
        snprintf(move, sizeof move, "%.*s", (int)strcspn(line + sizeof bestmove - 1, " "), line + sizeof bestmove - 1);
        engine->state = READY;
        engine->failures = 0;
        uv_timer_stop(&engine->timer);
        engine->config.answered(engine->config.context, engine, move);
    } else if (!strncmp(line, "info string error", 17)) {
        log_write(engine->config.log, LOG_WARN, "cpu.engine_says", "engine=%u line=\"%.200s\"", engine->config.number,
                  line);
    }
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct process *process = handle->data;
    (void)size;
    *buffer = uv_buf_init(process->chunk, sizeof process->chunk);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct process *process = stream->data;
    if (size < 0) {
        uv_read_stop(stream); /* it has ended, which on_ended() tells better, or will miss the deadline */
        return;
    }
    if (buffer_add(&process->lines, buffer->base, (size_t)size)) {
        fail(process->engine, "a line without end");
        return;
    }
    char *end;
    while (process->engine && process->engine->process == process && process->lines.size &&
           (end = memchr(process->lines.bytes, '\n', process->lines.size))) {
        size_t length = (size_t)(end - process->lines.bytes);
        *end = '\0';
        if (length && end[-1] == '\r')
            end[-1] = '\0';
        hear(process->engine, process->lines.bytes);
        buffer_drop(&process->lines, length + 1);
    }
}

/* ---- starting ---- */

static enum error spawn(struct engine *engine, const char **why)
{
    uv_loop_t *loop = engine->config.loop;
    struct process *process = calloc(1, sizeof *process);
    *why = "out of memory";
    if (!process)
        return ERR_NO_MEMORY;
    process->engine = engine;
    process->lines = buffer_empty(LINE_MAX_BYTES);
    uv_pipe_init(loop, &process->in, 0);
    uv_pipe_init(loop, &process->out, 0);
    process->handle.data = process->in.data = process->out.data = process;
    process->open = 3;
    uv_stdio_container_t stdio[] = {
        {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&process->in},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&process->out},
        {.flags = UV_INHERIT_FD, .data.fd = 2},
    };
    uv_process_options_t options = {.file = engine->config.argv[0],
                                    .args = (char **)engine->config.argv,
                                    .exit_cb = on_ended,
                                    .stdio = stdio,
                                    .stdio_count = 3};
    int code = uv_spawn(loop, &process->handle, &options);
    process->running = !code;
    engine->process = process;
    if (code) {
        *why = uv_strerror(code);
        close_handle((uv_handle_t *)&process->handle);
        return ERR_IO;
    }
    engine->starts++;
    uv_read_start((uv_stream_t *)&process->out, on_alloc, on_read);
    return OK;
}

static void start(struct engine *engine)
{
    const char *why;
    engine->has_rule = engine->has_level = engine->has_seed = false;
    engine->variants[0] = engine->told_kind[0] = engine->told_rules[0] = engine->told_game[0] = '\0';
    engine->told_level = 0;
    engine->has_options = 0;
    if (spawn(engine, &why)) {
        fail(engine, why);
        return;
    }
    engine->state = STARTING;
    expect_within(engine, engine->config.start_ms);
    say_line(engine, "usi\n");
}

static void on_rested(uv_timer_t *timer)
{
    start(timer->data);
}

static void rest(struct engine *engine)
{
    uint64_t pause = engine->failures ? engine->config.backoff_ms : 0;
    for (unsigned i = 1; i < engine->failures && pause < engine->config.backoff_max_ms; i++)
        pause *= 2;
    if (pause > engine->config.backoff_max_ms)
        pause = engine->config.backoff_max_ms;
    engine->state = RESTING;
    buffer_clear(&engine->question);
    uv_timer_start(&engine->timer, on_rested, pause, 0);
}

/* ---- what others see ---- */

enum error engine_open(struct engine **engine, const struct engine_config *config)
{
    *engine = calloc(1, sizeof **engine);
    if (!*engine)
        return ERR_NO_MEMORY;
    (*engine)->config = *config;
    (*engine)->question = buffer_empty(ASK_MAX);
    uv_timer_init(config->loop, &(*engine)->timer);
    (*engine)->timer.data = *engine;
    rest(*engine);
    return OK;
}

void engine_close(struct engine *engine, void (*closed)(void *context), void *context)
{
    engine->closed = closed;
    engine->closed_context = context;
    engine->state = CLOSED;
    uv_timer_stop(&engine->timer);
    let_go(engine);
    check_closed(engine);
}

bool engine_is_ready(const struct engine *engine)
{
    return engine->state == READY;
}

bool engine_is_running(const struct engine *engine)
{
    return engine->process && engine->process->running;
}

unsigned engine_starts(const struct engine *engine)
{
    return engine->starts;
}

void engine_replace(struct engine *engine)
{
    engine->failures++;
    let_go(engine);
    rest(engine);
}

bool engine_is_up(const struct engine *engine)
{
    return engine->state == READY || engine->state == PREPARING || engine->state == THINKING;
}

/* Whether `word` is among the words of `text`. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* The words "default" and "var" among the variants are nobody's name. */
static bool plays(const struct engine *engine, const char *kind)
{
    return has_word(engine->config.games ? engine->config.games : engine->variants, kind);
}

bool engine_plays(const struct engine *engine, const char *kind, const char *rules, unsigned level)
{
    return engine_is_up(engine) && plays(engine, kind) && (engine->has_rule || !*rules) &&
           (engine->has_level || level == TABLE_LEVEL_MAX);
}

/* Tells the options that differ from what the process was told. `changed`: it has to get ready again. */
static bool say_options(struct engine *engine, const struct engine_question *question, bool *changed)
{
    char line[512];
    bool said = true;
    *changed = false;
    if (*engine->variants && strcmp(engine->told_kind, question->kind)) {
        snprintf(line, sizeof line, "setoption name UCI_Variant value %s\n", question->kind);
        said &= say_line(engine, line);
        engine->told_rules[0] = '\0'; /* another game has other rules */
        *changed = true;
    }
    if (engine->has_rule && strcmp(engine->told_rules, question->rules)) {
        snprintf(line, sizeof line, "setoption name Rule value %s\n", *question->rules ? question->rules : "<empty>");
        said &= say_line(engine, line);
        *changed = true;
    }
    if (engine->has_level && engine->told_level != question->level) {
        snprintf(line, sizeof line, "setoption name Level value %u\n", question->level);
        said &= say_line(engine, line);
        *changed = true;
    }
    if (engine->has_seed) {
        snprintf(line, sizeof line, "setoption name Seed value %u\n", question->seed);
        said &= say_line(engine, line);
    }
    snprintf(engine->told_kind, sizeof engine->told_kind, "%s", question->kind);
    snprintf(engine->told_rules, sizeof engine->told_rules, "%s", question->rules);
    engine->told_level = question->level;
    return said;
}

enum error engine_think(struct engine *engine, const struct engine_question *question)
{
    bool changed;
    char go[64];
    if (!plays(engine, question->kind))
        return ERR_UNKNOWN;
    bool said = say_options(engine, question, &changed);
    bool another = strcmp(engine->told_game, question->game);
    snprintf(engine->told_game, sizeof engine->told_game, "%s", question->game);
    snprintf(go, sizeof go, "\ngo movetime %u\n", question->movetime_ms);
    buffer_clear(&engine->question);
    const char *const parts[] = {another ? "usinewgame\n" : "",     "position sfen ", question->start,
                                 *question->moves ? " moves " : "", question->moves,  go};
    enum error error = said ? OK : ERR_NO_MEMORY;
    for (unsigned i = 0; !error && i < sizeof parts / sizeof *parts; i++)
        error = buffer_add_string(&engine->question, parts[i]);
    if (error)
        return error;
    engine->movetime_ms = question->movetime_ms;
    if (!changed) {
        send_question(engine);
        return OK;
    }
    engine->state = PREPARING;
    expect_within(engine, engine->config.start_ms);
    say_line(engine, "isready\n");
    return OK;
}
