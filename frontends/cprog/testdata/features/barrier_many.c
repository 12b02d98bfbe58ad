// executions 12 deadlocked 12
// More threads arrive at the barrier than take part in a round: the third waits forever.
#include <pthread.h>
pthread_barrier_t b;
static void *p(void *u) {
  pthread_barrier_wait(&b);
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_barrier_init(&b, 0, 2);
  for (long k = 0; k < 3; k++) pthread_create(&t[k], 0, p, 0);
  pthread_exit(0);
}
