// executions 3
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
static void *p(void *u) { x = 1; a = y; return 0; }
static void *q(void *u) { y = 1; b = x; return 0; }
int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, p, 0);
  pthread_create(&s, 0, q, 0);
  return 0;
}
