/*
 * One engine: a place for a process that speaks USI on its pipes. When the process dies, hangs or is no longer wanted,
 * a fresh one is started in its place, after a pause that doubles with each failure in a row. It thinks about one
 * position at a time.
 *
 * Loop thread only. Callbacks never come from within engine_think() or engine_open().
 */
#ifndef SERVER_CPU_ENGINE_H
#define SERVER_CPU_ENGINE_H

#include "base/error.h"
#include "base/log.h"
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

enum { ENGINE_MOVE_MAX = 32 };

struct engine;

struct engine_config {
    uv_loop_t *loop;
    const struct log *log;
    char *const *argv; /* NULL ends it; outlives the engine */
    const char *games; /* "a b": what it plays, whatever it says; NULL: as its UCI_Variant says */
    char *const
        *options;    /* "NAME=VALUE", told to every process that has them; NULL ends them, or is none; outlive it */
    unsigned number; /* for the log */
    unsigned start_ms, grace_ms, backoff_ms, backoff_max_ms;
    void (*ready)(void *context, struct engine *engine);                          /* it can be asked */
    void (*answered)(void *context, struct engine *engine, const char *bestmove); /* and can be asked again */
    /* It will not answer; a fresh process is on its way, and ready() comes when it can be asked. `asked`: there was a
     * question. */
    void (*failed)(void *context, struct engine *engine, const char *why, bool asked);
    void *context;
};

struct engine_question {
    const char *game;                         /* id: a new one is announced to the engine */
    const char *kind, *rules, *start, *moves; /* as in struct table_view */
    unsigned level, movetime_ms;
    uint32_t seed; /* for engines that vary their play by one */
};

/* ERR_NO_MEMORY. The config is copied. */
MUST_CHECK enum error engine_open(struct engine **engine, const struct engine_config *config);
/* Ends the process; no other callback comes any more. */
void engine_close(struct engine *engine, void (*closed)(void *context), void *context);

bool engine_is_ready(const struct engine *engine);
/* It has said what it plays, and can be asked now or when it has answered. */
bool engine_is_up(const struct engine *engine);
/* Whether it plays this game, these local rules ("" are the usual ones) and this level. False before it is up. */
bool engine_plays(const struct engine *engine, const char *kind, const char *rules, unsigned level);
/* Only when it is ready. ERR_NO_MEMORY, ERR_UNKNOWN: it does not play this game. */
MUST_CHECK enum error engine_think(struct engine *engine, const struct engine_question *question);
/* What it answered was wrong: a fresh process, please. */
void engine_replace(struct engine *engine);
/* Processes started, and whether one is running now. */
unsigned engine_starts(const struct engine *engine);
bool engine_is_running(const struct engine *engine);

#endif
