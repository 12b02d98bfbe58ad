// Michael, Scott, Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue Algorithms, PODC 1996.
#include "../threads.h"

// N threads enqueue, without retiring anything. A node is a number; 0 is none, 1 the first one.
static atomic_int head = 1, tail = 1, next[N + 2];
static void *enqueue(void *arg) {
  int node = (long)arg;
  while (1) {
    int last = tail, after = next[last];
    if (after != 0) { // help
      atomic_compare_exchange_strong(&tail, &last, after);
      continue;
    }
    int none = 0;
    if (atomic_compare_exchange_strong(&next[last], &none, node)) {
      atomic_compare_exchange_strong(&tail, &last, node);
      return 0;
    }
  }
}
int main(void) {
  THREADS(N);
  for (long i = 0; i < N; i++) START(enqueue, i + 2);
  JOIN;
  int length = 0;
  for (int node = head; node != 0; node = next[node]) length++;
  assert(length == N + 1);
  return 0;
}
