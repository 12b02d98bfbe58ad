// executions 1
// The kind of a mutex in its attributes.
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

int main(void) {
pthread_mutexattr_t k; pthread_mutexattr_init(&k); assert(pthread_mutexattr_settype(&k, PTHREAD_MUTEX_ERRORCHECK) == 0); int ty; pthread_mutexattr_gettype(&k, &ty); assert(ty == PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_t e; pthread_mutex_init(&e, &k); assert(pthread_mutex_lock(&e) == 0 && pthread_mutex_lock(&e) == EDEADLK && pthread_mutex_trylock(&e) == EBUSY && pthread_mutex_unlock(&e) == 0 && pthread_mutex_unlock(&e) == EPERM); assert(pthread_mutex_destroy(&e) == 0); assert(pthread_mutexattr_destroy(&k) == 0);
return 0; }
