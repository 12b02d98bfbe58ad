// Nguyen, Rodríguez, Sousa, Coti, Petrucci, Quasi-Optimal Partial Order Reduction, CAV 2018.
#include "../threads.h"

// N threads add up a part each of a series for pi, here of ten terms, and then add it to the sum.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double sum;
static void *add(void *arg) {
  double part = 0;
  for (long i = (long)arg; i < 10; i += N) part += (i % 2 ? -1.0 : 1.0) / (double)(2 * i + 1);
  pthread_mutex_lock(&lock);
  sum += part;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  THREADS(N);
  for (int i = 0; i < N; i++) START(add, i);
  JOIN;
  return 0;
}
