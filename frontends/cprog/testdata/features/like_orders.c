// executions 3 blocked 0 --spin --like=genmc
// A register that was loaded with another memory order counts as different: the loop may fail
// twice. If the CompareAndSwap had the order of the load, it would spin.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *p(void *u) {
  int r = x;
  while (!atomic_compare_exchange_weak_explicit(&x, &r, 9, memory_order_acq_rel, memory_order_acquire)) {
  }
  return u;
}
static void *q(void *u) {
  x = 1;
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, p, 0);
  pthread_create(&t, 0, q, 0);
  return 0;
}
