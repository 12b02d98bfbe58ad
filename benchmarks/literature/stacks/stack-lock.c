// SV-COMP, category concurrency (stack_true).
#include "../threads.h"

// A stack under a lock: one thread pushes N times, another pops what there is.
static int depth, items[N];
static pthread_mutex_t lock;
static void *pusher(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    items[depth++] = i + 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void *popper(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    if (depth > 0) {
      depth--;
      assert(items[depth] != 0);
    }
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  THREADS(2);
  START(pusher, 0);
  START(popper, 0);
  JOIN;
  return 0;
}
