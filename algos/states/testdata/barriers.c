// Both ways of p leave the same stores in its buffers, but in one of them the fence was issued after x, so y cannot overtake x. The way that is visited first
// is that one; the other is taken while z is 0, and the reader looks when z is 1 again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z = 1, v, w;

static void *p(void *arg) {
	if (atomic_load_explicit(&z, memory_order_relaxed) == 1) {
		atomic_store_explicit(&x, 1, memory_order_relaxed);
		atomic_thread_fence(memory_order_release);
	} else {
		atomic_thread_fence(memory_order_release);
		atomic_store_explicit(&x, 1, memory_order_relaxed);
	}
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return (void *)(long)atomic_load_explicit(&w, memory_order_relaxed);
}

static void *r(void *arg) {
	atomic_store(&z, 0);
	atomic_store(&z, 1);
	atomic_store(&v, 1);
	return NULL;
}

static void *reader(void *arg) {
	if (atomic_load(&v) == 1 && atomic_load(&y) == 1)
		assert(atomic_load(&x) == 1);
	return NULL;
}

int main(void) {
	pthread_t t[3];
	pthread_create(&t[0], NULL, p, NULL);
	pthread_create(&t[1], NULL, r, NULL);
	pthread_create(&t[2], NULL, reader, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
}
