// executions 1
// Three threads arrive in three rounds, and cannot observe the order.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int done[3][3];
static void *p(void *u) {
  long own = (long)u;
  for (int round = 0; round < 3; round++) {
    done[round][own] = round + 1;
    pthread_barrier_wait(&b);
    for (int k = 0; k < 3; k++) assert(done[round][k] == round + 1);
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_barrier_init(&b, 0, 3);
  for (long k = 0; k < 3; k++) pthread_create(&t[k], 0, p, (void *)k);
  for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
  return 0;
}
