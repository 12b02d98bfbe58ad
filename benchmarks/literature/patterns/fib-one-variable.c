// Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

// Both numbers are in one variable: the upper half is i, the lower one j. main reads it
// twice while the threads run.
static _Atomic(uint64_t) ij = (uint64_t)1 << 32 | 1;
static uint64_t pair(uint64_t i, uint64_t j) { return i << 32 | j; }
static void *first(void *arg) {
  for (int k = 0; k < N; k++) {
    uint64_t j = (uint32_t)ij, i = ij >> 32;
    ij = pair(i + j, j);
  }
  return 0;
}
static void *second(void *arg) {
  for (int k = 0; k < N; k++) {
    uint64_t i = ij >> 32, j = (uint32_t)ij;
    ij = pair(i, i + j);
  }
  return 0;
}
int main(void) {
  THREADS(2);
  START(first, 0);
  START(second, 0);
  uint64_t first_read = ij, second_read = ij;
  assert(first_read <= second_read || 1);
  JOIN;
  return 0;
}
