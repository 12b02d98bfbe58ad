// Tests of GenMC for LAPOR (complex-lock): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

// Between two sections there is an empty one, of another mutex.
static atomic_int x;
static pthread_mutex_t m, n;
static void increment(void) {
  pthread_mutex_lock(&m);
  int seen = x;
  x = seen + 1;
  pthread_mutex_unlock(&m);
}
static void *thread(void *arg) {
  increment();
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  increment();
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 0; i < N; i++) START(thread, i);
  JOIN;
  return 0;
}
