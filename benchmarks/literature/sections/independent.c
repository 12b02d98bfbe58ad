// Tests of GenMC for LAPOR (stateful01-2): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

// One mutex for two variables that have nothing to do with each other.
static atomic_int x, y;
static pthread_mutex_t m;
static void *thread(void *arg) {
  int seen;
  pthread_mutex_lock(&m);
  seen = x;
  x = seen + 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  seen = y;
  y = seen + 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(2);
  START(thread, 0);
  START(thread, 0);
  JOIN;
  return 0;
}
