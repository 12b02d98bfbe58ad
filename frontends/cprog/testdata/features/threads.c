// executions 6
#include <assert.h>
#include <pthread.h>
int x;
_Thread_local int mine = 3;
static void *add(void *arg) {
  mine += (long)arg;
  x = mine;
  if (mine == 5) pthread_exit((void *)50L);
  return (void *)(long)mine;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, (void *)i);
  long sum = 0;
  for (int i = 0; i < 3; i++) {
    void *r;
    pthread_join(t[i], &r);
    sum += (long)r;
  }
  assert(sum == 3 + 4 + 50 && x >= 3 && x <= 5 && mine == 3);
  return 0;
}
