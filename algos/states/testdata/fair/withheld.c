// Two threads step back for each other. On some ways of doing so, but not on all, one of them also releases a lock, for which a third one waits that stops them.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int x, y, stop;
static void *p(void *a) {
	pthread_mutex_lock(&m);
	for (;;) {
		x = 1;
		if (!y) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); if (!y) break; }
		x = 0;
		if (stop) break;
	}
	pthread_mutex_unlock(&m); x = 0;
	return 0;
}
static void *q(void *a) { for (;;) { y = 1; if (!x) break; y = 0; if (stop) break; } y = 0; return 0; }
static void *r(void *a) { pthread_mutex_lock(&m); stop = 1; pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t t, u; pthread_create(&t, 0, p, 0); pthread_create(&u, 0, r, 0); q(0); pthread_join(t, 0); pthread_join(u, 0); }
