// executions 1 --await-assumes
#include <pthread.h>
int x;
static void *p(void *u) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, p, 0);
  int seen = x;
  __VERIFIER_assume(seen == 1 || seen == 2);
  return 0;
}
