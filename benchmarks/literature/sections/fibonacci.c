// Tests of GenMC for LAPOR (fib_bench1): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int i = 1, j = 1;
static pthread_mutex_t m;
static void *add_j(void *arg) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&m);
    int seen = i + j;
    i = seen;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
static void *add_i(void *arg) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&m);
    int seen = i + j;
    j = seen;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  THREADS(2);
  START(add_j, 0);
  START(add_i, 0);
  pthread_mutex_lock(&m);
  int first = i;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  int second = j;
  pthread_mutex_unlock(&m);
  (void)first, (void)second;
  return 0;
}
