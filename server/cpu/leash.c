/*
 * The system sends the signal; it survives exec() unless the program changes its user. Between fork() and prctl() the
 * parent may have ended unnoticed: then the parent is another one.
 */
#include "server/cpu/leash.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int cpu_leash(int argc, char **argv)
{
    char *end;
    long parent = argc > 2 ? strtol(argv[1], &end, 10) : 0;
    if (parent <= 0 || *end) {
        fputs("shogikan leash: say leash PID PROGRAM [ARGUMENT]...\n", stderr);
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != (pid_t)parent)
        return 0;
    execvp(argv[2], argv + 2);
    fprintf(stderr, "shogikan leash: %.200s: %s\n", argv[2], strerror(errno));
    return 127;
}
