// Kokologiannakis, Lahav, Sagonas, Vafeiadis, Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018.
#include "../threads.h"

static atomic_int x;
static void *writer(void *arg) { x = 2; return 0; }
static void *swap(void *arg) {
  int two = 2;
  atomic_compare_exchange_strong(&x, &two, 3);
  return 0;
}
int main(void) {
  THREADS(N + 1);
  START(writer, 0);
  for (int i = 0; i < N; i++) START(swap, i);
  JOIN;
  return 0;
}
