// Dijkstra, Cooperating Sequential Processes, 1965.
#include "../threads.h"

static atomic_int wants[2], turn, x;
static void *thread(void *arg) {
  int self = (long)arg, other = 1 - self;
  for (int i = 0; i < N; i++) {
    wants[self] = 1;
    while (wants[other]) {
      if (turn == self) {
        assume(wants[other] == 0);
        break;
      }
      wants[self] = 0;
      assume(turn == self);
      wants[self] = 1;
    }
    x = self;
    assert(x == self);
    turn = other;
    wants[self] = 0;
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
