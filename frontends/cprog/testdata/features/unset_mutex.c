// executions 1 failed 1
// A mutex from malloc that nothing initialises.
#include <pthread.h>
#include <stdlib.h>
int main(void) {
	pthread_mutex_t *m = malloc(sizeof *m);
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
	return 0;
}
