// Herlihy, Wing, Linearizability: A Correctness Condition for Concurrent Objects, TOPLAS 1990.
#include "../threads.h"

// N-1 threads enqueue, one dequeues by going over the slots once.
static atomic_int back, slots[N];
static void *enqueue(void *arg) {
  int at = back++;
  slots[at] = (long)arg;
  return 0;
}
static void *dequeue(void *arg) {
  int range = back;
  for (int i = 0; i < range; i++) {
    int item = atomic_exchange(&slots[i], 0);
    if (item != 0) return (void *)(long)item;
  }
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i < N; i++) START(enqueue, i);
  START(dequeue, 0);
  JOIN;
  return 0;
}
