// executions 2 failed 1
#include <assert.h>
#include <pthread.h>
int x;
static void *p(void *u) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, p, 0);
  assert(x == 0);
  return 0;
}
