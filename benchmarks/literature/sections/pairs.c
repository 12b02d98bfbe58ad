// Tests of GenMC for LAPOR (N-ww-lock-rr): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

// Two writes of a section are together what one is.
static atomic_int x, y;
static pthread_mutex_t m;
static void *writer(void *arg) {
  pthread_mutex_lock(&m);
  x = (long)arg;
  y = (long)arg;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(writer, i);
  JOIN;
  return 0;
}
