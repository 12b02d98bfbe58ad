#ifndef CPROG_TIME_H
#define CPROG_TIME_H
/* The clock moves while a thread sleeps, and where a deadline passes. */
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1
#define TIME_UTC 1
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; long tv_usec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
time_t time(time_t *);
static inline clock_t clock(void) { return 0; }
int clock_gettime(clockid_t, struct timespec *);
int clock_getres(clockid_t, struct timespec *);
int timespec_get(struct timespec *, int);
int nanosleep(const struct timespec *, struct timespec *);
int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
static inline double difftime(time_t a, time_t b) { return a - b; }
struct tm *localtime(const time_t *);
struct tm *gmtime(const time_t *);
char *ctime(const time_t *);
size_t strftime(char *, size_t, const char *, const struct tm *);
#endif
