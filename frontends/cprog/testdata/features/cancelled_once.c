// executions 3 blocked 1
// A thread is cancelled in pthread_once, which then calls the function again.
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
sem_t go, never; int n; pthread_once_t o = PTHREAD_ONCE_INIT; void f(void) { x++; if (!n) { sem_post(&go); sem_wait(&never); } } void *w(void *p) { pthread_once(&o, f); return 0; }
int main(void) {
pthread_create(&a, 0, w, 0); sem_wait(&go); pthread_cancel(a); pthread_join(a, 0); n = 1; pthread_once(&o, f); assert(x == 2);
return 0; }
