// A lock that is tested before it is tried to take.
#include <pthread.h>
#include <stdatomic.h>
atomic_int l; int c;
static void *p(void *a) { do { while (l); } while (atomic_exchange(&l, 1)); c++; l = 0; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); p(0); p(0); pthread_join(t, 0); }
