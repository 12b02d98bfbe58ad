#include <pthread.h>
#include <stdatomic.h>
#define PLACES 2
atomic_int head, tail;
int ring[PLACES], sum;
static void *produce(void *arg) {
  int next = 0;
  for (int i = 0; i < N; i++) {
    if (next - atomic_load_explicit(&head, memory_order_acquire) == PLACES)
      continue;
    ring[next % PLACES] = i;
    atomic_store_explicit(&tail, ++next, memory_order_release);
  }
  return 0;
}
static void *consume(void *arg) {
  int next = 0;
  for (int i = 0; i < N; i++) {
    if (atomic_load_explicit(&tail, memory_order_acquire) == next)
      continue;
    sum += ring[next % PLACES];
    atomic_store_explicit(&head, ++next, memory_order_release);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, produce, 0);
  pthread_create(&b, 0, consume, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
