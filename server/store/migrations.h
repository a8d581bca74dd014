/*
 * The schema's history: the files of migrations/, compiled in, in order of their numbers from 1 without a gap.
 */
#ifndef SERVER_STORE_MIGRATIONS_H
#define SERVER_STORE_MIGRATIONS_H

struct migration {
    const char *name; /* "0001_start" */
    const char *sql;
};

extern const struct migration migration_list[];
extern const unsigned migration_count;

#endif
