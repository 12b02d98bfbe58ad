// Tests of GenMC for LAPOR (casw-locks): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int x;
static pthread_mutex_t m;
static void *swap_and_write(void *arg) {
  pthread_mutex_lock(&m);
  if (x == 0) x = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = (long)arg + 3;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(swap_and_write, i);
  JOIN;
  return 0;
}
