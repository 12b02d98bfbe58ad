// Aronis, Jonsson, Lång, Sagonas, Optimal Dynamic Partial Order Reduction with Observers, TACAS 2018.
#include "../threads.h"

static atomic_int x;
static void *writer(void *arg) { x = (long)arg; return 0; }
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(writer, i);
  JOIN;
  return x;
}
