// SV-COMP, category concurrency.
#include "../threads.h"

// main reads both numbers while the threads run.
static atomic_int i = 1, j = 1;
static void *first(void *arg) {
  for (int k = 0; k < N; k++) {
    int a = i, b = j;
    i = a + b;
  }
  return 0;
}
static void *second(void *arg) {
  for (int k = 0; k < N; k++) {
    int a = i, b = j;
    j = a + b;
  }
  return 0;
}
int main(void) {
  THREADS(2);
  START(first, 0);
  START(second, 0);
  int a = i, b = j;
  assert(a + b > 0);
  JOIN;
  return 0;
}
