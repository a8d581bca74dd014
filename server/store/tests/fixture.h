/*
 * For the tests of the store: one in a folder of its own, by a clock that the test moves, and answers to wait for.
 * Every function fails the test when it cannot do what it says.
 */
#ifndef SERVER_STORE_TESTS_FIXTURE_H
#define SERVER_STORE_TESTS_FIXTURE_H

#include "server/store/store.h"

struct fixture {
    uv_loop_t loop;
    char folder[64], path[128];
    struct store *store; /* NULL while closed */
    struct store_config config;
    unsigned answers; /* that came so far */
};

/* What the store takes for the time, in milliseconds. */
extern int64_t fixture_time;

/* Makes the folder; the store is not open yet, so that `config` can be changed. */
void fixture_begin(struct fixture *f);
void fixture_open(struct fixture *f);
void fixture_close(struct fixture *f);
/* Closes what is open and removes the folder. */
void fixture_end(struct fixture *f);
/* Until so many answers came in all. */
void fixture_wait(struct fixture *f, unsigned answers);

/* One answer of the store; what does not belong to it stays empty. */
struct answer {
    struct fixture *f;
    bool came;
    enum error error;
    struct store_event event;
    unsigned newest;
    char table[STORE_ID_MAX];
    struct store_table row;
    struct store_game game;
    struct store_device device;
    struct store_job jobs[8];
    struct store_event *events; /* the test frees them */
    unsigned count;             /* of jobs or events */
};

/* Callbacks, whose context is a struct answer with its `f`. */
void on_event(void *context, enum error error, const struct store_event *event, unsigned newest);
void on_opening(void *context, enum error error, const char *table);
void on_record(void *context, enum error error, const struct store_record *record);
void on_device(void *context, enum error error, const struct store_device *device);
void on_jobs(void *context, enum error error, const struct store_job *jobs, unsigned count);
void await(struct answer *a);

/* A table of anna with its first game, opened by that command. */
struct store_opening opening(const char *table, const char *game, const char *command);
/* A move of anna, who is sente. */
struct store_append move(const char *game, unsigned seq, const char *command, const char *data);

/* Each waits for its answer. */
void add_table(struct fixture *f, const char *table, const char *game);
/* An open store with the table t1 and its game g1. */
void fixture_begin_table(struct fixture *f);
enum error append(struct fixture *f, const struct store_append *it, struct answer *a);
struct answer load(struct fixture *f, enum store_by by, const char *id);
/* How many positions were handed out, of eight at most, for a second. */
unsigned claim(struct fixture *f, struct answer *a);

#endif
