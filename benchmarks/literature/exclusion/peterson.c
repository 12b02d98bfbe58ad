// Peterson, Myths about the Mutual Exclusion Problem, 1981; with bounded loops as in SV-COMP, category concurrency.
#include "../threads.h"

static atomic_int flag[2], turn, x;
static void *thread(void *arg) {
  int self = (long)arg, other = 1 - self;
  for (int times = 0; times < N; times++) {
    flag[self] = 1;
    turn = other;
    int entered = 0;
    for (int i = 0; i < N && !entered; i++) {
      int f = flag[other], t = turn;
      entered = f != 1 || t != other;
    }
    if (!entered) return 0;
    x = self;
    assert(x == self);
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
