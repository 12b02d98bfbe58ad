// executions 6 failed 1
#include <assert.h>
int main(void) {
  int a = __VERIFIER_choose(3), b = __VERIFIER_nondet_bool();
  assert(a + b < 3);
  return 0;
}
