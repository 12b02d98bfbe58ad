// executions 2
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x, y;
static void *writer(void *u) {
  pthread_rwlock_wrlock(&l);
  x++;
  y++;
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_rwlock_rdlock(&l);
  assert(x == y);
  pthread_rwlock_unlock(&l);
  return 0;
}
