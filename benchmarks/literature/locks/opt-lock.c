// Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

// An optimistic lock: tried N times at most.
static atomic_int x, y;
static void *thread(void *arg) {
  for (int i = 0; i < N; i++) {
    x = (long)arg;
    y = 1;
    if (x == (long)arg) {
      (void)atomic_load(&y);
      break;
    }
  }
  return 0;
}
int main(void) {
  THREADS(2);
  START(thread, 0);
  START(thread, 1);
  JOIN;
  return 0;
}
