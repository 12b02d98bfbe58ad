// executions 2
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <strings.h>
#include <time.h>
pthread_spinlock_t l;
pthread_once_t once = PTHREAD_ONCE_INIT;
int inits, x;
static void init(void) { inits++; }
static void *run(void *p) {
	pthread_spin_lock(&l);
	pthread_once(&once, init);
	x++;
	pthread_spin_unlock(&l);
	return p;
}
int main(void) {
	pthread_t a, b;
	char buffer[8];
	bzero(buffer, sizeof buffer);
	strcpy(buffer, "abc");
	assert(!strncmp(buffer, "abd", 2) && strcmp(buffer, "abd") < 0 && time(0) > 1600000000);
	pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(inits == 1 && x == 2);
	return 0;
}
