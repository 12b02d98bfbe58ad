// executions 2
// An update that the model has no operation for is still one event.
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
