// SV-COMP, category concurrency (queue_ok).
#include "../threads.h"

// A bounded queue under a lock: one thread puts N items in, another takes what there is.
static int items[N], stored, removed;
static pthread_mutex_t lock;
static void *producer(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    items[stored++] = i + 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void *consumer(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (removed < stored) {
      assert(items[removed] == removed + 1);
      removed++;
    }
    pthread_mutex_unlock(&lock);
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
