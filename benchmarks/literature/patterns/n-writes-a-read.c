// Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors (n_writes_a_read_two_threads).
#include "../threads.h"

static atomic_int x;
static void *thread(void *arg) {
  for (int i = 0; i < N; i++) x = (long)arg;
  return (void *)(long)x;
}
int main(void) {
  THREADS(2);
  START(thread, 0);
  START(thread, 1);
  JOIN;
  return 0;
}
