// Nidhugg, benchmarks/synthetic.
#include "../threads.h"

static atomic_int x, own[2];
static void *thread(void *arg) {
  long self = (long)arg;
  for (int i = 0; i < 3; i++) { // of no interest to the other thread
    own[self] = i;
    (void)atomic_load(&own[self]);
  }
  for (int i = 0; i < N; i++) {
    x = self;
    (void)atomic_load(&x);
  }
  return 0;
}
int main(void) {
  THREADS(2);
  START(thread, 0);
  START(thread, 1);
  JOIN;
  return 0;
}
