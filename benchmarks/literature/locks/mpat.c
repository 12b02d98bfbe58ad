// Nguyen, Rodríguez, Sousa, Coti, Petrucci, Quasi-Optimal Partial Order Reduction, CAV 2018.
#include "../threads.h"

// N threads take a lock of their own, and N others, one after the other, take one of these, too.
static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER, own[N];
static void enter(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
}
static void *alone(void *arg) { enter(&own[(long)arg]); return 0; }
static void *inside(void *arg) {
  pthread_mutex_lock(&common);
  enter(&own[(long)arg]);
  pthread_mutex_unlock(&common);
  return 0;
}
int main(void) {
  THREADS(2 * N);
  for (int i = 0; i < N; i++) {
    pthread_mutex_init(&own[i], 0);
    START(alone, i);
    START(inside, i);
  }
  JOIN;
  return 0;
}
