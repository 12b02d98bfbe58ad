// executions 2
// What the model has no operation for is one event all the same.
#include <assert.h>
#include <pthread.h>
_Atomic int x = 3;
static void *shift(void *p) {
	x <<= 1;
	return p;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, shift, 0);
	x *= 5;
	pthread_join(t, 0);
	assert(x == 30);
	return 0;
}
