// Lamport, Proving the Correctness of Multiprocess Programs, 1977.
#include "../threads.h"

// One producer, one consumer, a ring of two.
static int ring[2];
static atomic_int head, tail;
static void *producer(void *arg) {
  for (int i = 0; i < N; i++) {
    assume(head > i - 2);
    ring[i % 2] = i + 1;
    tail = i + 1;
  }
  return 0;
}
static void *consumer(void *arg) {
  for (int i = 0; i < N; i++) {
    assume(tail > i);
    assert(ring[i % 2] == i + 1);
    head = i + 1;
  }
  return 0;
}
int main(void) {
  THREADS(2);
  START(producer, 0);
  START(consumer, 0);
  JOIN;
  return 0;
}
