// The other thread can move only now and then, but again and again.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int f;
static void *p(void *a) { pthread_mutex_lock(&m); f = 1; pthread_mutex_unlock(&m); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); do { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } while (!f); pthread_join(t, 0); }
