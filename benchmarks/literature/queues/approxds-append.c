// Nidhugg, benchmarks/other.
#include "../threads.h"

// N threads append to a list of N-2 places, without a lock: an item may be lost.
#define ROOM (N - 2)
static atomic_int elements[ROOM + 1], next;
static void *append(void *arg) {
  int i = next;
  if (i >= ROOM) return 0;
  elements[i] = (long)arg;
  next = i + 1;
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 0; i < N; i++) START(append, i);
  JOIN;
  return 0;
}
