// Kokologiannakis, Lahav, Sagonas, Vafeiadis, Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018 (CoA).
#include "../threads.h"

static atomic_int x, y, z;
static void *first(void *arg) { x = 1; (void)atomic_load(&y); return (void *)(long)x; }
static void *second(void *arg) { x = 2; (void)atomic_load(&z); return (void *)(long)x; }
static void *both(void *arg) { y = (long)arg; z = (long)arg; return 0; }
int main(void) {
  THREADS(N + 1);
  START(first, 0);
  START(second, 0);
  for (long i = 1; i < N; i++) START(both, i);
  JOIN;
  return 0;
}
