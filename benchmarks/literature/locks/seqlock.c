// Lameter, Effective Synchronization on Linux/NUMA Systems, 2005.
#include "../threads.h"

// One writer, N readers that do not lock: they read again if a write has come between.
static atomic_int sequence, x, y;
static void *writer(void *arg) {
  sequence++;
  x = 1;
  y = 1;
  sequence++;
  return 0;
}
static void *reader(void *arg) {
  int before = sequence;
  assume(before % 2 == 0);
  int a = x, b = y;
  if (sequence == before) assert(a == b);
  return 0;
}
int main(void) {
  THREADS(N + 1);
  START(writer, 0);
  for (int i = 0; i < N; i++) START(reader, i);
  JOIN;
  return 0;
}
