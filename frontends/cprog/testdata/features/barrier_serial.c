// executions 6
// The last thread of each round gets the special result, so arrivals are counted. The first of a round may read the
// count before or after the other has arrived for the next round.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int last[2], n[2];
static void *p(void *u) {
  for (int round = 0; round < 2; round++)
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) last[round] = (long)u;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&s, 0, p, (void *)1);
  pthread_create(&t, 0, p, (void *)2);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(last[0] && last[1]);
  return 0;
}
