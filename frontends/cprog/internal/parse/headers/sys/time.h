#ifndef CPROG_SYS_TIME_H
#define CPROG_SYS_TIME_H
#include <time.h>
struct timezone { int tz_minuteswest, tz_dsttime; };
int gettimeofday(struct timeval *, void *);
#endif
