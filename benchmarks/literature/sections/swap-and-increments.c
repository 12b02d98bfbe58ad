// Tests of GenMC for LAPOR (cii-locks): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int x;
static pthread_mutex_t m;
static void *swapper(void *arg) {
  pthread_mutex_lock(&m);
  if (x == 1) x = 2;
  pthread_mutex_unlock(&m);
  return 0;
}
static void *increment(void *arg) {
  int seen;
  pthread_mutex_lock(&m);
  seen = x;
  x = seen + 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(3);
  START(swapper, 0);
  START(increment, 0);
  START(increment, 0);
  JOIN;
  return 0;
}
