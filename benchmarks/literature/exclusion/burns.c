// Burns, Mutual Exclusion with Linear Waiting Using Binary Shared Variables, 1978; with bounded loops as in Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

static atomic_int flag[2], x;
static int is_down(int other) {
  for (int i = 0; i < N; i++)
    if (flag[other] == 0) return 1;
  return 0;
}
static int below_are_down(int self) {
  for (int i = 0; i < self; i++)
    if (!is_down(i)) return 0;
  return 1;
}
static void *thread(void *arg) {
  int self = (long)arg, up = 0, restart = 0;
  for (int i = 0; i < N && !up; i++) {
    flag[self] = 0;
    if (!below_are_down(self)) return 0;
    flag[self] = 1;
    restart = restart || !below_are_down(self);
    up = !restart; // a restart is never forgotten
  }
  if (!up) return 0;
  for (int i = self + 1; i < 2; i++)
    if (!is_down(i)) return 0;
  x = self;
  assert(x == self);
  flag[self] = 0;
  return 0;
}
int main(void) {
  THREADS(2);
  START(thread, 0);
  START(thread, 1);
  JOIN;
  return 0;
}
