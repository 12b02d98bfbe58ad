// executions 3 blocked 1 --spin --like=genmc
// A loop that has read everything that an iteration may use from one address spins: it may fail once,
// not twice. Without --like there are more executions.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *p(void *u) {
  int r = x;
  while (!atomic_compare_exchange_strong(&x, &r, 9)) {
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, p, 0);
  x = 1;
  return 0;
}
