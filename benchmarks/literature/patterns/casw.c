// Kokologiannakis, Lahav, Sagonas, Vafeiadis, Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018.
#include "../threads.h"

static atomic_int x;
static void *swap_and_write(void *arg) {
  int zero = 0;
  atomic_compare_exchange_strong(&x, &zero, 1);
  x = (long)arg + 3;
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 0; i < N; i++) START(swap_and_write, i);
  JOIN;
  return 0;
}
