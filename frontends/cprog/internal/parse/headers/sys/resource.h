#ifndef CPROG_SYS_RESOURCE_H
#define CPROG_SYS_RESOURCE_H
#include <time.h>
#define RUSAGE_SELF 0
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss; };
typedef unsigned long rlim_t;
#define RLIM_INFINITY ((rlim_t)-1)
#define RLIMIT_STACK 3
#define RLIMIT_NOFILE 7
struct rlimit { rlim_t rlim_cur, rlim_max; };
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);
int getrusage(int, struct rusage *);
#endif
