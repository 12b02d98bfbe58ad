// Nothing ends the loop.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *p(void *a) { x = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); while (x < 2) y = !y; pthread_join(t, 0); }
