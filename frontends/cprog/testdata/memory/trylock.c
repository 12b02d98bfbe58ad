// A thread may find the mutex taken by another whose Unlock is still in its buffer.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t l;
atomic_int x;
static void *a(void *_) { pthread_mutex_lock(&l); pthread_mutex_unlock(&l); return (void *)(long)atomic_load_explicit(&x, memory_order_relaxed); }
static void *b(void *_) {
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	if (!pthread_mutex_trylock(&l)) pthread_mutex_unlock(&l);
	return 0;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	return 0;
}
