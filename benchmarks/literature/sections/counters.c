// Tests of GenMC for LAPOR (binc-locks): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

// Two counters, each with its mutex.
static atomic_int x, y;
static pthread_mutex_t m, n;
static void *thread(void *arg) {
  int seen;
  pthread_mutex_lock(&m);
  seen = x;
  x = seen + 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n);
  seen = y;
  y = seen + 1;
  pthread_mutex_unlock(&n);
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(thread, i);
  JOIN;
  return 0;
}
