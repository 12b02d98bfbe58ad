// A queue of one place whose flag is stored without release: a dequeue may find the place filled and its item missing.
#include <linear.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int item, full;

void *enqueue(void *arg) {
	linear_invoke("q", "enqueue", 7);
	atomic_store_explicit(&item, 7, memory_order_relaxed);
	atomic_store_explicit(&full, 1, memory_order_relaxed);
	linear_respond();
	return 0;
}

void *dequeue(void *arg) {
	linear_invoke("q", "dequeue");
	if (atomic_load_explicit(&full, memory_order_acquire))
		linear_respond(atomic_load_explicit(&item, memory_order_relaxed));
	else
		linear_respond(-1);
	return 0;
}

int main(void) {
	pthread_t p, q;
	pthread_create(&p, 0, enqueue, 0);
	pthread_create(&q, 0, dequeue, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
}
