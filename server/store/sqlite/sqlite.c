/*
 * Two threads, each with a connection of its own: the writer and the reader (WAL lets them work at once).
 *
 * The writer commits in groups. It takes all that is queued, up to a maximum, and carries it out in one transaction,
 * each request within a savepoint, so that one that is refused leaves nothing behind and does not disturb the others.
 * One fsync at COMMIT then makes the whole group durable, and only after it are its requests handed back. While it
 * waits for the disk the next group gathers: the slower the disk, the larger the groups.
 *
 * After every thousand pages SQLite moves the log into the file at the end of a COMMIT. A thread of its own for that
 * was tried: while commits go on, the log then never starts again from its beginning, the two threads' fsyncs get into
 * each other's way, and throughput fell by a third, with no better tail.
 *
 * When a group as a whole fails (the disk is full, an I/O error, COMMIT refused), everything in it is taken back and
 * its requests are carried out again one by one, each in a transaction of its own, so that only those fail that must.
 * Nothing is told twice by that: commands are recognised by their ids.
 */
#include "base/random.h"
#include "server/store/migrations.h"
#include "server/store/sqlite/connection.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GROUP_MAX = 1024 };

struct lane {
    struct store *store;
    struct connection connection;
    unsigned group_max;
    void (*serve)(struct lane *lane, struct store_request *group);
    uv_thread_t thread;
    uv_mutex_t lock; /* guards the queue and `stop` */
    uv_cond_t more;
    struct store_request *queue, **queue_end;
    bool stop;
    _Atomic uint64_t commits, served, failures;
};

struct sqlite {
    struct lane writer, reader;
    int lock; /* file descriptor, -1: shared */
};

/* ---- the reader ---- */

static void count_failures(struct lane *lane, const struct store_request *group)
{
    for (; group; group = group->next) {
        lane->served++;
        if (group->error == ERR_STORE)
            lane->failures++;
    }
}

/* One request sees one state of the database, whatever the writer does meanwhile. */
static void serve_reads(struct lane *lane, struct store_request *group)
{
    struct connection *connection = &lane->connection;
    for (struct store_request *request = group; request; request = request->next) {
        request->error = connection_run(connection, SQL_BEGIN_READ);
        if (!request->error) {
            connection_serve(connection, request);
            if (connection_run(connection, SQL_COMMIT) && !sqlite3_get_autocommit(connection->db))
                (void)!connection_run(connection, SQL_ROLLBACK);
        }
    }
}

/* ---- the writer ---- */

/* SQLite ends the transaction by itself after grave errors. */
static bool in_transaction(const struct connection *connection)
{
    return !sqlite3_get_autocommit(connection->db);
}

/* Carries out a request within the transaction. False: the transaction is lost. */
static bool serve_write(struct connection *connection, struct store_request *request)
{
    if (connection_run(connection, SQL_SAVEPOINT))
        return false;
    connection_serve(connection, request);
    if (!in_transaction(connection))
        return false;
    if (request->error) {
        connection->hall_known = false; /* what it wrote of it goes, too */
        if (connection_run(connection, SQL_ROLLBACK_TO))
            return false;
    }
    return !connection_run(connection, SQL_RELEASE);
}

enum outcome { KEPT, LOST, NOT_BEGUN };

/* Requests from `first` to before `end` in one transaction. Unless it is KEPT, nothing of it remains. */
static enum outcome serve_group(struct lane *lane, struct store_request *first, const struct store_request *end)
{
    struct connection *connection = &lane->connection;
    bool hard = false; /* a refusal by the disk rather than by what is asked */
    bool fine = true;
    connection->hall_known = false;
    if (connection_run(connection, SQL_BEGIN_WRITE))
        return NOT_BEGUN;
    for (struct store_request *request = first; fine && request != end; request = request->next) {
        fine = serve_write(connection, request);
        hard |= request->error == ERR_STORE;
    }
    if (fine)
        fine = !connection_run(connection, SQL_COMMIT);
    if (in_transaction(connection) && connection_run(connection, SQL_ROLLBACK))
        log_write(connection->log, LOG_ERROR, "store.rollback", "the transaction could not be taken back");
    if (!fine)
        return LOST;
    lane->commits++;
    if (!hard)
        connection->complaints = 0;
    return KEPT;
}

static void refuse(struct store_request *request)
{
    memset(&request->out, 0, sizeof request->out);
    request->count = 0;
    request->error = ERR_STORE;
}

static void serve_writes(struct lane *lane, struct store_request *group)
{
    enum outcome outcome = serve_group(lane, group, NULL);
    for (struct store_request *request = group; outcome != KEPT && request; request = request->next) {
        /* Where not even a transaction begins (another program has locked the file), nobody waits once more. */
        if (outcome == LOST && group->next) {
            enum outcome single = serve_group(lane, request, request->next);
            if (single == KEPT)
                continue;
            outcome = single;
        }
        refuse(request);
    }
}

/* ---- lanes ---- */

/* Waits for requests and takes at most group_max of them; NULL at the end. */
static struct store_request *take(struct lane *lane, struct store_request **last)
{
    uv_mutex_lock(&lane->lock);
    while (!lane->queue && !lane->stop)
        uv_cond_wait(&lane->more, &lane->lock);
    struct store_request *first = lane->queue, *request = first;
    for (unsigned n = 1; request && n < lane->group_max && request->next; n++)
        request = request->next;
    *last = request;
    if (request) {
        lane->queue = request->next;
        if (!lane->queue)
            lane->queue_end = &lane->queue;
        request->next = NULL;
    }
    uv_mutex_unlock(&lane->lock);
    return first;
}

static void run_lane(void *argument)
{
    struct lane *lane = argument;
    struct store_request *first, *last;
    while ((first = take(lane, &last))) {
        lane->serve(lane, first);
        count_failures(lane, first);
        store_finish(lane->store, first, last);
    }
}

static enum error lane_start(struct lane *lane, struct store *store)
{
    lane->store = store;
    lane->queue_end = &lane->queue;
    if (uv_mutex_init(&lane->lock))
        return ERR_NO_MEMORY;
    if (uv_cond_init(&lane->more)) {
        uv_mutex_destroy(&lane->lock);
        return ERR_NO_MEMORY;
    }
    if (uv_thread_create(&lane->thread, run_lane, lane)) {
        uv_cond_destroy(&lane->more);
        uv_mutex_destroy(&lane->lock);
        return ERR_NO_MEMORY;
    }
    return OK;
}

static void lane_stop(struct lane *lane)
{
    uv_mutex_lock(&lane->lock);
    lane->stop = true;
    uv_cond_signal(&lane->more);
    uv_mutex_unlock(&lane->lock);
    uv_thread_join(&lane->thread);
    uv_cond_destroy(&lane->more);
    uv_mutex_destroy(&lane->lock);
}

/* ---- the driver ---- */

/* A file belongs to one server: whoever was thinking about the waiting positions is gone, and so is everybody. */
static enum error begin_node(struct connection *connection, const char *where, bool shared, char *message)
{
    struct random_source random = random_system();
    random_id(&random, connection->node, sizeof connection->node - 1);
    struct query query = query_start(connection, SQL_JOB_RELEASE);
    query_number(&query, clock_now(&connection->clock));
    enum error error = query_run(&query);
    if (!error)
        error = hall_open(connection, shared);
    if (error)
        snprintf(message, STORE_MESSAGE_MAX, "%.300s: cannot write: %.150s", where, sqlite3_errmsg(connection->db));
    return error;
}

static void let_go(struct sqlite *it)
{
    if (it->lock >= 0)
        close(it->lock);
}

static enum error sqlite_open(struct store *store, const struct store_config *config, char *message)
{
    struct sqlite *it = calloc(1, sizeof *it);
    if (!it)
        return ERR_NO_MEMORY;
    it->lock = -1;
    enum error error = config->shared ? OK : file_take(config->where, &it->lock, message);
    if (error)
        goto out_memory;
    error = connection_open(&it->writer.connection, config, true, message);
    if (error)
        goto out_lock;
    error = connection_migrate(&it->writer.connection, config->where, message);
    if (!error)
        error = begin_node(&it->writer.connection, config->where, config->shared, message);
    if (!error)
        error = connection_open(&it->reader.connection, config, false, message);
    if (error)
        goto out_writer;
    it->writer.serve = serve_writes;
    it->reader.serve = serve_reads;
    it->writer.group_max = config->group_max ? config->group_max : GROUP_MAX;
    it->reader.group_max = 1;
    error = lane_start(&it->writer, store);
    if (error)
        goto out_reader;
    error = lane_start(&it->reader, store);
    if (error)
        goto out_thread;
    store->data = it;
    store->hall = it->writer.connection.hall;
    store->wall = it->writer.connection.wall;
    log_write(config->log, LOG_INFO, "store.open", "where=\"%s\" schema=%u", config->where, migration_count);
    return OK;

out_thread:
    lane_stop(&it->writer);
out_reader:
    connection_close(&it->reader.connection);
out_writer:
    connection_close(&it->writer.connection);
out_lock:
    let_go(it);
out_memory:
    free(it);
    return error;
}

static void sqlite_submit(struct store *store, struct store_request *request)
{
    struct sqlite *it = store->data;
    struct lane *lane = request->kind >= REQUEST_WRITES ? &it->writer : &it->reader;
    uv_mutex_lock(&lane->lock);
    *lane->queue_end = request;
    lane->queue_end = &request->next;
    uv_cond_signal(&lane->more);
    uv_mutex_unlock(&lane->lock);
}

static void sqlite_close_driver(struct store *store)
{
    struct sqlite *it = store->data;
    lane_stop(&it->reader);
    lane_stop(&it->writer);
    connection_close(&it->reader.connection);
    connection_close(&it->writer.connection); /* the last one: moves the WAL into the file */
    let_go(it);
    log_write(store->log, LOG_INFO, "store.closed", "commits=%llu", (unsigned long long)it->writer.commits);
    free(it);
}

static void sqlite_stats(struct store *store, struct store_stats *stats)
{
    struct sqlite *it = store->data;
    stats->commits = it->writer.commits;
    stats->writes = it->writer.served;
    stats->reads = it->reader.served;
    stats->failures = it->writer.failures + it->reader.failures;
}

const struct store_driver store_sqlite = {
    .open = sqlite_open,
    .submit = sqlite_submit,
    .close = sqlite_close_driver,
    .stats = sqlite_stats,
};
