// executions 2 blocked 1
#include <pthread.h>
int x;
static void *p(void *u) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, p, 0);
  __VERIFIER_assume(x == 1);
  return 0;
}
