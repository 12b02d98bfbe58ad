// Herlihy, Shavit, The Art of Multiprocessor Programming, 2008, section 7.2.
#include "../threads.h"

static atomic_int held;
static int x;
static void *thread(void *arg) {
  int before = 0;
  assume(atomic_compare_exchange_strong(&held, &before, 1));
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
