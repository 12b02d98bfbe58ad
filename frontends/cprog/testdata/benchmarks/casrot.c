#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *thread(void *arg) {
  int i = (long)arg, expected = i - 1;
  atomic_compare_exchange_strong(&x, &expected, i);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 1; i <= N; i++) pthread_create(&t[i - 1], 0, thread, (void *)i);
  return 0;
}
