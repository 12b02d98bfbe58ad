// Mellor-Crummey, Scott, Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors, TOCS 1991.
#include "../threads.h"

static atomic_int next, serving;
static int x;
static void *thread(void *arg) {
  int ticket = next++;
  assume(serving == ticket);
  x++;
  serving = ticket + 1;
  return 0;
}
int main(void) {
  THREADS(N);
  for (int i = 0; i < N; i++) START(thread, i);
  JOIN;
  assert(x == N);
  return 0;
}
