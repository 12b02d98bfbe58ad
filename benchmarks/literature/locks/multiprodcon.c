// Nguyen, Rodríguez, Sousa, Coti, Petrucci, Quasi-Optimal Partial Order Reduction, CAV 2018, with five workers.
#include "../threads.h"

// N producers write a number together, two digits each. What it is when a producer has written its second digit says to
// which worker it gives its work. A worker looks for work twice.
#define WORKERS 5
static pthread_mutex_t number_lock = PTHREAD_MUTEX_INITIALIZER, locks[WORKERS];
static unsigned number;
static int asked[WORKERS], done[WORKERS];
static void *worker(void *arg) {
  long w = (long)arg;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&locks[w]);
    int work = asked[w] > 0;
    asked[w] -= work;
    pthread_mutex_unlock(&locks[w]);
    done[w] += work;
  }
  return 0;
}
static void *producer(void *arg) {
  unsigned seen = 0;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&number_lock);
    seen = number = number * N + (unsigned)(long)arg;
    pthread_mutex_unlock(&number_lock);
  }
  int w = seen % WORKERS;
  pthread_mutex_lock(&locks[w]);
  asked[w]++;
  pthread_mutex_unlock(&locks[w]);
  return 0;
}
int main(void) {
  THREADS(WORKERS + N);
  for (int w = 0; w < WORKERS; w++) {
    pthread_mutex_init(&locks[w], 0);
    START(worker, w);
  }
  for (int i = 0; i < N; i++) START(producer, i);
  JOIN;
  return 0;
}
