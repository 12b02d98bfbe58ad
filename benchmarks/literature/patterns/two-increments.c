// Kokologiannakis, Lahav, Sagonas, Vafeiadis, Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018 (binc).
#include "../threads.h"

static atomic_int x, y;
static void *increment(void *arg) { x++; y++; return 0; }
int main(void) {
  THREADS(N);
  for (int i = 0; i < N; i++) START(increment, i);
  JOIN;
  return 0;
}
