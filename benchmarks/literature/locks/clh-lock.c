// Craig, Building FIFO and Priority-Queuing Spin Locks from Atomic Swap, 1993.
#include "../threads.h"

// Each thread waits for the flag of the one before it.
static atomic_int last, held[N + 1];
static int x;
static void *thread(void *arg) {
  int self = (long)arg;
  held[self] = 1;
  int before = atomic_exchange(&last, self);
  assume(held[before] == 0);
  x++;
  held[self] = 0;
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(thread, i);
  JOIN;
  assert(x == N);
  return 0;
}
