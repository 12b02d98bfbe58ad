// Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

static atomic_int x;
static void *writer(void *arg) { x = 1; return 0; }
static void *reader(void *arg) { return (void *)(long)x; }
int main(void) {
  THREADS(N + 1);
  for (int i = 0; i < N; i++) START(writer, i);
  START(reader, 0);
  JOIN;
  return 0;
}
