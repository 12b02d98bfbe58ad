// executions 2 blocked 1
// After a deadline has passed, the clock is not before it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <sched.h>
#include <unistd.h>
static struct timespec past = {1, 0};
static struct timespec soon(void) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); t.tv_nsec += 1000000; if (t.tv_nsec >= 1000000000) { t.tv_sec++; t.tv_nsec -= 1000000000; } return t; }
pthread_t a, b;
#define RUN(f, g) pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); pthread_join(b, 0);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x, y;

int main(void) {
pthread_mutex_lock(&m); struct timespec s = soon(), n; assert(pthread_cond_timedwait(&c, &m, &s) == ETIMEDOUT); clock_gettime(CLOCK_REALTIME, &n); assert(n.tv_sec > s.tv_sec || n.tv_sec == s.tv_sec && n.tv_nsec >= s.tv_nsec);
return 0; }
