// executions 3 blocked 1 --spin
// Registers used only after a loop do not keep an iteration from being like the last one while
// the loop has not ended.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *p(void *u) {
  int done = 0, seen;
  while (!done) {
    seen = x;
    if (seen == x) {
      done = 1;
    }
  }
  y = seen;
  return u;
}
static void *q(void *u) {
  x = 1;
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, p, 0);
  pthread_create(&t, 0, q, 0);
  return 0;
}
