// executions 2
#include <assert.h>
#include <semaphore.h>
#include <pthread.h>
sem_t s;
int inside;
static void *enter(void *p) {
	sem_wait(&s);
	assert(++inside == 1);
	inside--;
	sem_post(&s);
	return p;
}
int main(void) {
	pthread_t a, b;
	int v;
	sem_init(&s, 0, 1);
	assert(!sem_trywait(&s) && sem_trywait(&s) == -1);
	sem_getvalue(&s, &v);
	assert(v == 0);
	pthread_create(&a, 0, enter, 0);
	pthread_create(&b, 0, enter, 0);
	sem_post(&s);
	pthread_join(a, 0);
	pthread_join(b, 0);
	sem_getvalue(&s, &v);
	assert(v == 1);
	return 0;
}
