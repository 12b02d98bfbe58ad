#ifndef CPROG_TIME_H
#define CPROG_TIME_H
/* Time stands still. */
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; long tv_usec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
static inline time_t time(time_t *t) { if (t) *t = 0; return 0; }
static inline clock_t clock(void) { return 0; }
static inline int clock_gettime(int id, struct timespec *t) { t->tv_sec = 0; t->tv_nsec = 0; return 0; }
static inline int nanosleep(const struct timespec *t, struct timespec *left) { return 0; }
static inline double difftime(time_t a, time_t b) { return a - b; }
struct tm *localtime(const time_t *);
struct tm *gmtime(const time_t *);
char *ctime(const time_t *);
size_t strftime(char *, size_t, const char *, const struct tm *);
#endif
