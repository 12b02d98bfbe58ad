// Lamport, A New Solution of Dijkstra's Concurrent Programming Problem, CACM 1974; with bounded loops as in Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

static atomic_int ticket[2], choosing[2], resource;
static int wait_until_chosen(int other) {
  for (int i = 0; i < N; i++)
    if (!choosing[other]) return 1;
  return 0;
}
static int wait_for_turn(int self, int other) {
  for (int i = 0; i < N; i++) {
    int theirs = ticket[other], mine = ticket[self];
    if (theirs == 0 || theirs > mine || (theirs == mine && other >= self)) return 1;
  }
  return 0;
}
static void *thread(void *arg) {
  int self = (long)arg, largest = 0;
  choosing[self] = 1;
  for (int i = 0; i < 2; i++) {
    int t = ticket[i];
    if (t > largest) largest = t;
  }
  ticket[self] = largest + 1;
  choosing[self] = 0;
  for (int other = 0; other < 2; other++)
    if (!wait_until_chosen(other) || !wait_for_turn(self, other)) return 0;
  assert(resource == 0);
  resource = self;
  resource = 0;
  ticket[self] = 0;
  return 0;
}
int main(void) {
  THREADS(2);
  START(thread, 0);
  START(thread, 1);
  JOIN;
  return 0;
}
