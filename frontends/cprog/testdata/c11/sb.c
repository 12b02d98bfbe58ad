#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

void *p(void *arg) {
	atomic_store_explicit(&x, 1, memory_order_release);
	a = atomic_load_explicit(&y, memory_order_acquire);
	return 0;
}

void *q(void *arg) {
	atomic_store_explicit(&y, 1, memory_order_release);
	b = atomic_load_explicit(&x, memory_order_acquire);
	return 0;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, p, 0);
	pthread_create(&u, 0, q, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(a == 1 || b == 1);
}
