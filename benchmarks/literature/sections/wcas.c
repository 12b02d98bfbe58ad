// Tests of GenMC for LAPOR (wcas-locks): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int x;
static pthread_mutex_t m;
static void *writer(void *arg) {
  pthread_mutex_lock(&m);
  x = 2;
  pthread_mutex_unlock(&m);
  return 0;
}
static void *swapper(void *arg) {
  pthread_mutex_lock(&m);
  if (x == 2) x = 3;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(N + 1);
  START(writer, 0);
  for (long i = 1; i <= N; i++) START(swapper, i);
  JOIN;
  return 0;
}
