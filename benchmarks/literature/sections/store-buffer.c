// Tests of GenMC for LAPOR (sb+locks): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

// Empty sections order nothing.
static atomic_int x, y;
static pthread_mutex_t m;
static void *p(void *arg) {
  y = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  int seen = x;
  (void)seen;
  return 0;
}
static void *q(void *arg) {
  x = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  int seen = y;
  (void)seen;
  return 0;
}
int main(void) {
  THREADS(2);
  START(p, 0);
  START(q, 0);
  JOIN;
  return 0;
}
