// Mellor-Crummey, Scott, Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors, TOCS 1991.
#include "../threads.h"

// Threads wait in a list, each for its own flag. Threads are numbered from 1; 0 is nobody.
static atomic_int last, next[N + 1], waits[N + 1];
static int x;
static void *thread(void *arg) {
  int self = (long)arg, before;
  waits[self] = 1;
  before = atomic_exchange(&last, self);
  if (before != 0) {
    next[before] = self;
    assume(waits[self] == 0);
  }
  x++;
  int expected = self;
  if (!atomic_compare_exchange_strong(&last, &expected, 0)) {
    int after = next[self];
    assume(after != 0);
    waits[after] = 0;
  }
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(thread, i);
  JOIN;
  assert(x == N);
  return 0;
}
