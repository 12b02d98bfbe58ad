// A loop that ends once the other thread moves.
#include <pthread.h>
#include <stdatomic.h>
atomic_int f;
static void *p(void *a) { f = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); while (!f); pthread_join(t, 0); }
