// Treiber, Systems Programming: Coping with Parallelism, 1986.
#include "../threads.h"

// The stack has N nodes, and N threads pop.
static atomic_int top = N, popped[N + 1];
static void *pop(void *arg) {
  int node = top;
  while (node != 0 && !atomic_compare_exchange_strong(&top, &node, node - 1)) {
  }
  if (node != 0) assert(popped[node]++ == 0);
  return 0;
}
int main(void) {
  THREADS(N);
  for (int i = 0; i < N; i++) START(pop, i);
  JOIN;
  assert(top == 0);
  return 0;
}
