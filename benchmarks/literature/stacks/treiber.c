// Treiber, Systems Programming: Coping with Parallelism, 1986.
#include "../threads.h"

// N threads push. A node is a number; 0 is none.
static atomic_int top, next[N + 1];
static void *push(void *arg) {
  int node = (long)arg, before = top;
  do {
    next[node] = before;
  } while (!atomic_compare_exchange_strong(&top, &before, node));
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(push, i);
  JOIN;
  int depth = 0;
  for (int node = top; node != 0; node = next[node]) depth++;
  assert(depth == N);
  return 0;
}
