// Aronis, Jonsson, Lång, Sagonas, Optimal Dynamic Partial Order Reduction with Observers, TACAS 2018.
#include "../threads.h"

static atomic_int x, y, z;
static void *p(void *arg) { return (void *)(long)x; }
static void *q(void *arg) { y = 1; return 0; }
static void *r(void *arg) {
  if (y == 0) z = 1;
  return 0;
}
static void *s(void *arg) {
  if (z == 1 && y == 0) x = 1;
  return 0;
}
int main(void) {
  THREADS(2 * N + 2);
  for (int i = 0; i < N; i++) {
    START(p, i);
    START(q, i);
  }
  START(r, 0);
  START(s, 0);
  JOIN;
  return 0;
}
