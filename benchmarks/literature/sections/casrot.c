// Tests of GenMC for LAPOR (casrot-locks): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

// Each thread goes on from what the one before it has written.
static atomic_int x;
static pthread_mutex_t m;
static void *turn(void *arg) {
  int self = (long)arg;
  pthread_mutex_lock(&m);
  if (x == self - 1) x = self;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(turn, i);
  JOIN;
  return 0;
}
