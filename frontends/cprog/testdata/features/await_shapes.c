// executions 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag, ready;
static void *consumer(void *u) {
  int v;
  do { v = flag; } while (v < 3);
  assert(v == 3);
  for (;;) {
    v = ready;
    if (v == 1 || v == 2) break;
  }
  assert(v == 2);
  v = ready;
  while (v != 2) v = ready;
again:
  if (ready != 2) goto again;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consumer, 0);
  flag = 3;
  ready = 2;
  pthread_join(t, 0);
  return 0;
}
