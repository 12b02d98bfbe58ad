// executions 4 deadlocked 2
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m, checking, normal = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *twice(void *p) {
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_lock(&m);
	assert(x == 1 && !pthread_mutex_trylock(&m));
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	x--;
	pthread_mutex_unlock(&m);
	return p;
}
int main(void) {
	pthread_t t;
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checking, &a);
	assert(pthread_mutex_unlock(&checking) == EPERM && !pthread_mutex_lock(&checking));
	assert(pthread_mutex_lock(&checking) == EDEADLK && pthread_mutex_trylock(&checking) == EBUSY);
	assert(!pthread_mutex_unlock(&checking));
	pthread_create(&t, 0, twice, 0);
	twice(0);
	pthread_join(t, 0);
	if (__VERIFIER_choose(2)) {
		pthread_mutex_lock(&normal);
		pthread_mutex_lock(&normal);
	}
	return 0;
}
