// executions 1
#include <pthread.h>
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *wake(void *a) {
	pthread_cond_signal(&c);
	pthread_cond_broadcast(&c);
	return a;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, wake, 0);
	pthread_create(&b, 0, wake, 0);
	return 0;
}
