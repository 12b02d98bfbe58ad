// executions 1
#include <assert.h>
#include <pthread.h>
pthread_key_t a, b;
int handled[2];
static void handle(void *p) { ++*(int *)p; }
static void *run(void *p) {
	assert(!pthread_getspecific(a));
	pthread_setspecific(a, p);
	pthread_setspecific(b, handled);
	pthread_cleanup_push(handle, &handled[(long)p]);
	assert(pthread_getspecific(a) == p && pthread_getspecific(b) == handled);
	pthread_cleanup_pop(1);
	pthread_cleanup_push(handle, 0);
	pthread_cleanup_pop(0);
	return p;
}
int main(void) {
	pthread_t x, y;
	pthread_key_create(&a, 0);
	pthread_key_create(&b, 0);
	pthread_create(&x, 0, run, (void *)0);
	pthread_create(&y, 0, run, (void *)1);
	pthread_join(x, 0);
	pthread_join(y, 0);
	assert(handled[0] == 1 && handled[1] == 1 && !pthread_getspecific(a));
	pthread_key_delete(a);
	return 0;
}
