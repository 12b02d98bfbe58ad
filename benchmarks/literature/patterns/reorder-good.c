// SCTBench: Thomson, Donaldson, Betts, Concurrency testing using schedule bounding, PPoPP 2014.
#include "../threads.h"

// N-1 threads set a and then b; one checks that it does not see them half set, and does not mind.
static atomic_int a, b;
static void *set(void *arg) { a = 1; b = -1; return 0; }
static void *check(void *arg) { return (void *)(long)((a == 0 && b == 0) || (a == 1 && b == -1)); }
int main(void) {
  THREADS(N);
  for (int i = 1; i < N; i++) START(set, i);
  START(check, 0);
  JOIN;
  return 0;
}
