// Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

static atomic_int x;
static void *writer(void *arg) { x = (long)arg; x = (long)arg; return 0; }
static void *reader(void *arg) { (void)atomic_load(&x); x = N; return 0; }
int main(void) {
  THREADS(N + 1);
  for (long i = 0; i < N; i++) START(writer, i);
  START(reader, 0);
  JOIN;
  return x;
}
