// executions 1 blocked 0 --like=genmc
// A CompareAndSwap that helps another one is left to that one.
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *helped(void *u) {
  int seen = 0;
  __VERIFIER_helped_CAS(atomic_compare_exchange_strong(&x, &seen, 1););
  return u;
}
static void *helping(void *u) {
  int seen = 0;
  __VERIFIER_helping_CAS(atomic_compare_exchange_strong(&x, &seen, 1););
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, helped, 0);
  pthread_create(&t, 0, helping, 0);
  return 0;
}
