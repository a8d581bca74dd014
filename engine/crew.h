/*
 * Threads that search one position together. They share nothing but the transposition table and a count of nodes: what
 * one finds in the table another has put there is how they help each other ("lazy SMP"). With more than one thread, a
 * further one looks for a mate by checks (engine/mate.h); alone, the search does that itself now and then.
 *
 * With one thread the result is that of search_run(), the same on every machine. With more it is not.
 *
 * The thread that runs crew_run() is the leader; others may meanwhile call crew_stop() and crew_ponderhit().
 */
#ifndef ENGINE_CREW_H
#define ENGINE_CREW_H

#include "engine/mate.h"
#include "engine/search.h"

enum { CREW_MAX = 64 };

struct crew;

MUST_CHECK enum error crew_create(struct crew **crew);
void crew_free(struct crew *crew); /* NULL is fine */
/* How many threads, 1..CREW_MAX. ERR_NO_MEMORY: their number stays. */
MUST_CHECK enum error crew_resize(struct crew *crew, unsigned threads);

void crew_forget(struct crew *crew);
void crew_arm(struct crew *crew, bool ponder);
/* As search_run(); the request's last members, from `mate` on, are filled here. */
void crew_run(struct crew *crew, const struct search_request *request, struct search_result *result);
void crew_stop(struct crew *crew);
void crew_ponderhit(struct crew *crew, int64_t now);
bool crew_is_pondering(const struct crew *crew);

#endif
