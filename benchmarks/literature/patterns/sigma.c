// SV-COMP, category concurrency.
#include "../threads.h"

static atomic_int array[N], last = -1;
static void *mark(void *arg) { array[last] = 1; return 0; }
int main(void) {
  THREADS(N);
  for (int i = 0; i < N; i++) {
    last = last + 1;
    START(mark, i);
  }
  JOIN;
  return 0;
}
