// Herlihy, Shavit, The Art of Multiprocessor Programming, 2008, section 7.3.
#include "../threads.h"

static atomic_int held;
static int x;
static void *thread(void *arg) {
  while (1) {
    assume(held == 0);
    if (atomic_exchange(&held, 1) == 0) break;
  }
  x++;
  held = 0;
  return 0;
}
int main(void) {
  THREADS(N);
  for (int i = 0; i < N; i++) START(thread, i);
  JOIN;
  assert(x == N);
  return 0;
}
