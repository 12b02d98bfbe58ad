// executions 1 --unroll=2 --no-unroll=counts
#include <assert.h>
static int counts(void) {
  int n = 0;
  for (int i = 0; i < 40; i++) n++;
  return n;
}
int main(void) {
  assert(counts() == 40);
  return 0;
}
