// executions 6 blocked 4
// A signal wakes any waiting thread, even the one that began to wait last: two executions are complete.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
pthread_cond_t c;
int waiting, first;
static void *wait_after(void *u) {
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_wait(&c, &m);
  if (!first) first = (long)u;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, wait_after, (void *)1);
  pthread_mutex_lock(&m);
  __VERIFIER_assume(waiting == 1);
  pthread_mutex_unlock(&m);
  pthread_create(&t, 0, wait_after, (void *)2);
  pthread_mutex_lock(&m);
  __VERIFIER_assume(waiting == 2);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  __VERIFIER_assume(first != 0);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
