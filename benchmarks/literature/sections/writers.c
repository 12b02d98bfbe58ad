// Tests of GenMC for LAPOR (N-writes-lock): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int x;
static pthread_mutex_t m;
static void *writer(void *arg) {
  pthread_mutex_lock(&m);
  x = (long)arg;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(writer, i);
  JOIN;
  return 0;
}
