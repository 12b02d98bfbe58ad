// executions 3 blocked 2 --spin
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *p(void *u) { x = 1; y = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, p, 0);
  while (x == 0 || y == 0)
    ;
  return 0;
}
