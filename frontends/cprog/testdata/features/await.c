// executions 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;
static void *consumer(void *u) {
  while (atomic_load(&flag) != 1)
    ;
  assert(data == 42);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consumer, 0);
  data = 42;
  flag = 1;
  return 0;
}
