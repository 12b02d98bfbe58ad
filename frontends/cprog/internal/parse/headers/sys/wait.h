#ifndef CPROG_SYS_WAIT_H
#define CPROG_SYS_WAIT_H
#include <sys/types.h>
pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
#endif
