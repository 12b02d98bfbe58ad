#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *writer(void *arg) {
	data = 42;
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return 0;
}

void *reader(void *arg) {
	if (atomic_load_explicit(&ready, memory_order_acquire))
		assert(data == 42);
	return 0;
}

int main(void) {
	pthread_t w, r;
	pthread_create(&w, 0, writer, 0);
	pthread_create(&r, 0, reader, 0);
	pthread_join(w, 0);
	pthread_join(r, 0);
}
