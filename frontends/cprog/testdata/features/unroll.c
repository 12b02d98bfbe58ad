// executions 4 blocked 1 --unroll=2
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, n;
static void *p(void *u) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, p, 0);
  while (x == 0) n++;
  return 0;
}
