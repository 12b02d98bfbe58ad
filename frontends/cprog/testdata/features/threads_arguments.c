// executions 1
// Arguments of functions of threads.h that have commas.
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
#include <threads.h>
int f(void *p) { thrd_exit(5); }
int main(void) {
thrd_t q; int r; thrd_create(&q, f, 0); thrd_join(q, &r); assert(r == 5); thrd_create(&q, f, 0); thrd_detach(q); thrd_yield(); assert(thrd_sleep(&(struct timespec){0, 1000}, 0) == 0); thrd_exit(0);
return 0; }
