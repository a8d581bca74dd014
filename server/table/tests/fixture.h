/*
 * For tests of table, lobby and cpu: a store in a folder of its own, a bus, one or two nodes' tables, and clients that
 * write down what they are told.
 */
#ifndef SERVER_TABLE_TESTS_FIXTURE_H
#define SERVER_TABLE_TESTS_FIXTURE_H

#include "server/bus/bus.h"
#include "server/store/store.h"
#include "server/table/table.h"

struct fixture {
    const char *kind; /* of the tables that client_open_table() opens */
    uv_loop_t loop;
    char folder[64], path[128];
    struct log log;
    bool players_only; /* who is at a table needs a row in the store; set before fixture_begin() */
    struct store_config store_config;
    struct store *store;
    struct bus *bus;
    struct tables_config tables_config;
    struct tables *tables;
    struct store *other_store; /* of the same file; only after fixture_second_node(), like the next */
    struct tables *other;
    unsigned closing;
};

void fixture_begin(struct fixture *f, const char *kind);
void fixture_end(struct fixture *f);
/* Everything in memory goes away, and comes back from the file. */
void fixture_restart(struct fixture *f);
/* Takes no more commands and waits until the store owes nothing, so that everything durable is told. */
void fixture_settle(struct fixture *f);
void fixture_second_node(struct fixture *f);
/* It stops in the middle of everything, and tells nobody; its clients are gone with it. */
void fixture_lose_second_node(struct fixture *f);

/* The newest of what a client was told; `told` counts everything. */
struct client {
    struct fixture *f;
    struct table_client *it;
    unsigned told, snapshots, events, presences, answers, records;
    /* of the newest snapshot and event */
    char table[TABLE_ID_MAX], game[TABLE_ID_MAX], id[TABLE_COMMAND_MAX], rules[256], settings[256], start[512];
    char moves[4096];
    unsigned number, seq, watchers;
    struct table_seat seat[2];
    char turn, winner[8], reason[32], next[TABLE_ID_MAX];
    char event_kind[16], event_data[64], event_id[TABLE_COMMAND_MAX];
    char event_side;
    int64_t event_at, event_left;
    int event_change;
    struct table_clock clock; /* of the newest of anything */
    bool asleep, fixed;
    unsigned wins[2], draws;
    unsigned said; /* commands of client_say() */
    bool gap;      /* an event came that was not the next one */
    bool back;     /* a snapshot was older than what was known; only meant for one table */
    /* of the newest answer */
    enum error error;
    char answer_id[TABLE_COMMAND_MAX], at[64], rule[32], squares[600], message[200];
    bool answer_has_event, answer_sent;
    unsigned answer_seq, answer_event_seq;
    /* of the newest line and report */
    unsigned lines, line_number, reports;
    char line[TABLE_LINE_MAX], line_who[TABLE_WHO_MAX], line_id[TABLE_COMMAND_MAX], reported[TABLE_WHO_MAX];
    char line_side;
    bool line_old;
    /* called with every event that is new, when set; `event` is valid meanwhile */
    void (*on_event)(struct client *client);
    const struct table_event *event;
    /* with every snapshot and presence */
    void (*on_view)(struct client *client, const struct table_view *view, bool all);
    void (*on_record)(struct client *client, const struct table_record *record);
    /* and with every answer */
    void (*on_answer)(struct client *client, const struct table_answer *answer);
    void *context;
};

void client_open(struct client *client, struct fixture *f, struct tables *tables, const char *device);
void client_close(struct client *client);
/* Runs the loop until the counter reaches `count`; fails after ten seconds. */
void run_until(struct fixture *f, const unsigned *counter, unsigned count);
/* The rating of a device, as the store has it now. */
struct store_rating rating_of(struct fixture *f, const char *device);
/* Runs the loop for so many ms. */
void run_for(struct fixture *f, unsigned ms);
/* The same, then until the store owes this node nothing, and once more: so what follows from what it says has happened,
 * however slow the disk is. */
void run_through(struct fixture *f, unsigned ms);

/* Opens a table and waits for its snapshot. */
void client_open_table(struct client *client, const char *id, const char *settings, bool computer);
/* Watches and waits for the answer. */
void client_watch(struct client *client, const char *table, const char *game, unsigned seq);
/* A command with what the client knows now, waiting for the answer; returns its error. */
enum error client_command(struct client *client, enum table_verb verb, const char *id, const char *usi);
/* The same with an id of its own, and whatever fields the verb has. */
enum error client_say(struct client *client, struct table_command command);
enum error client_move(struct client *client, const char *id, const char *usi);
/* The same without waiting, with any seq. */
void client_send(struct client *client, enum table_verb verb, const char *game, unsigned seq, const char *id,
                 const char *usi);

/* A friend's table of anna, who is sente, with ben as gote. */
struct pair {
    struct fixture f;
    struct client anna, ben;
};
/* Of the pair nothing but the settings of its fixture is filled in. */
void pair_begin(struct pair *p, const char *kind, const char *settings);
/* Closes who has not left; nobody has missed an event. */
void pair_end(struct pair *p);

#endif
