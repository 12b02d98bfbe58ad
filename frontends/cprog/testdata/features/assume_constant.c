// executions 2 blocked 2 --await-assumes
// The assume does not test the value read: the thread stops there after either value.
#include <pthread.h>
int x;
static void *p(void *u) {
  int seen = x;
  __VERIFIER_assume(0);
  return (void *)(long)seen;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, p, 0);
  x = 1;
  return 0;
}
