// Kokologiannakis, Lahav, Sagonas, Vafeiadis, Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018.
#include "../threads.h"

static atomic_int x;
static void *rotate(void *arg) {
  int before = (long)arg - 1;
  atomic_compare_exchange_strong(&x, &before, (long)arg);
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(rotate, i);
  JOIN;
  return 0;
}
