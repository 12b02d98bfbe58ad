// Tests of GenMC for LAPOR (N-rw-lock): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int x;
static pthread_mutex_t m;
static void *thread(void *arg) {
  pthread_mutex_lock(&m);
  int seen = x;
  (void)seen;
  x = (long)arg;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(thread, i);
  JOIN;
  return 0;
}
