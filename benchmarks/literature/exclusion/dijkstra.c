// Dijkstra, Solution of a Problem in Concurrent Programming Control, CACM 1965; with bounded loops as in Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

static atomic_int interested[2], passed[2], turn, x;
static int take_turn(int self) {
  for (int i = 0; i < N; i++) {
    int k = turn;
    if (k == self) return 1;
    if (interested[k] == 0) turn = self;
  }
  return 0;
}
static void *thread(void *arg) {
  int self = (long)arg, alone = 0;
  interested[self] = 1;
  for (int i = 0; i < N && !alone; i++) {
    if (!take_turn(self)) return 0;
    passed[self] = 1;
    alone = 1;
    if (passed[1 - self] == 1) {
      passed[self] = 0;
      alone = 0;
    }
  }
  if (!alone) return 0;
  x = self;
  assert(x == self);
  passed[self] = 0;
  interested[self] = 0;
  return 0;
}
int main(void) {
  THREADS(2);
  START(thread, 0);
  START(thread, 1);
  JOIN;
  return 0;
}
