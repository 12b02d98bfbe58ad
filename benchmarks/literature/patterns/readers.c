// Kokologiannakis, Lahav, Sagonas, Vafeiadis, Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018.
#include "../threads.h"

static int x;
static void *writer(void *arg) { x = 1; return 0; }
static void *reader(void *arg) { return (void *)(long)x; }
int main(void) {
  THREADS(N + 1);
  START(writer, 0);
  for (int i = 0; i < N; i++) START(reader, i);
  JOIN;
  return 0;
}
