// Lamport, A Fast Mutual Exclusion Algorithm, TOCS 1987.
#include "../threads.h"

static atomic_long b[N + 1], x, y;
static void lock(long self) {
  while (1) {
    b[self] = 1;
    x = self;
    if (y != 0) {
      b[self] = 0;
      assume(y == 0);
      continue;
    }
    y = self;
    if (x == self) return;
    b[self] = 0;
    for (int j = 1; j <= N; j++) assume(b[j] == 0);
    if (y == self) return;
    assume(y == 0);
  }
}
static void *thread(void *arg) {
  lock((long)arg);
  y = 0;
  b[(long)arg] = 0;
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(thread, i);
  JOIN;
  return 0;
}
