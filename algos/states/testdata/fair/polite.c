// Two threads that step back for each other, perhaps forever.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *p(void *a) { for (;;) { x = 1; if (!y) break; x = 0; } x = 0; return 0; }
static void *q(void *a) { for (;;) { y = 1; if (!x) break; y = 0; } y = 0; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); q(0); pthread_join(t, 0); }
