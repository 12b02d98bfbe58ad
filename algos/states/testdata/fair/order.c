// Whether an iteration has changed something depends on the order of events, and whether the program can end does not: all of its loops may go on or wait.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
void *p(void *a) { while (atomic_load(&x) == atomic_load(&y)) ; return 0; }
void *q(void *a) { atomic_store(&x, 0); return 0; }
int main() { pthread_t s, t; pthread_create(&s, 0, p, 0); pthread_create(&t, 0, q, 0); pthread_join(s, 0); pthread_join(t, 0); }
