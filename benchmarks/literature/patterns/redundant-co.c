// Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

static atomic_int x;
static void *writer(void *arg) {
  for (int i = 0; i < N; i++) x = (long)arg;
  return 0;
}
static void *reader(void *arg) { (void)atomic_load(&x); return (void *)(long)x; }
int main(void) {
  THREADS(3);
  START(writer, 1);
  START(writer, 2);
  START(reader, 0);
  JOIN;
  return 0;
}
