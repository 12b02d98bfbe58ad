// Szymanski, A Simple Solution to Lamport's Concurrent Programming Problem with Linear Wait, ICS 1988, for two threads.
#include "../threads.h"

static atomic_int x, flag[2];
static void *thread(void *arg) {
  int self = (long)arg, other = 1 - self;
  for (int i = 0; i < N; i++) {
    flag[self] = 1;
    assume(flag[other] < 3);
    flag[self] = 3;
    if (flag[other] == 1) {
      flag[self] = 2;
      assume(flag[other] == 4);
    }
    flag[self] = 4;
    assume(flag[other] < 2);
    x = self;
    (void)atomic_load(&x);
    assert(x == self);
    assume(2 > flag[other] || flag[other] > 3);
    flag[self] = 0;
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
