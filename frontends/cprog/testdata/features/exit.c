// executions 3 failed 1
// When one thread exits, what others do after it they could also do before it; that they wait for its end is no matter.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
static void *leave(void *p) {
	if (x == 1)
		exit(0);
	assert(x == 0);
	return p;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, leave, 0);
	x = 1;
	pthread_join(t, 0);
	exit(0);
	assert(0);
}
