// executions 2
// Each of two threads waits for the other's value and replaces it.
#include <assert.h>
#include <pthread.h>
int x = 1;
static void *p(void *u) {
  long seen = __cprog_when(&x, 1, 2, 3, 4);
  assert(seen == 1 || seen == 3);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, p, 0);
  pthread_create(&t, 0, p, 0);
  __cprog_when(&x, 2, 3);
  return 0;
}
