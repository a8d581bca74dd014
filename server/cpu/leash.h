/*
 * Ties a process to the one that started it: an engine ends with its server, however that ends. A subcommand of the
 * program, since what is started may be any program, and cannot be asked to see to it itself.
 */
#ifndef SERVER_CPU_LEASH_H
#define SERVER_CPU_LEASH_H

/* leash PID PROGRAM [ARGUMENT]...: becomes PROGRAM, and is killed when process PID, which must be the one that started
 * this one, ends. Returns only on failure: 2 for wrong arguments, 127 when the program cannot be started, after a
 * message on standard error; 0 when PID has ended already. Its thread that started this one must live as long. */
int cpu_leash(int argc, char **argv);

#endif
