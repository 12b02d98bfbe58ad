#include <pthread.h>
#include <stdatomic.h>
atomic_int taken;
int x, y;
static int try(void) {
  int free = 0;
  return atomic_compare_exchange_strong_explicit(&taken, &free, 1, memory_order_acquire, memory_order_relaxed);
}
static void *add(void *arg) {
  while (!try())
    ;
  x++;
  y += x;
  atomic_store_explicit(&taken, 0, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
