// An exchange that may fail for no reason does not do so forever.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *p(void *a) { int old = x; while (!atomic_compare_exchange_weak(&x, &old, old + 1)); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); p(0); pthread_join(t, 0); }
