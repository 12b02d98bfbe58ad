// executions 2
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int full;
static void *producer(void *u) {
  pthread_mutex_lock(&m);
  full = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  pthread_mutex_lock(&m);
  while (!full) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  assert(full == 1);
  return 0;
}
