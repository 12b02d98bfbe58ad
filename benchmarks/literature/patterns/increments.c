// Kokologiannakis, Lahav, Sagonas, Vafeiadis, Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018 (ainc).
#include "../threads.h"

static atomic_int x;
static void *increment(void *arg) { x++; return 0; }
int main(void) {
  THREADS(N);
  for (int i = 0; i < N; i++) START(increment, i);
  JOIN;
  return 0;
}
