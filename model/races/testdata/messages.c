#include <pthread.h>
#include <stdatomic.h>
int message[N], got[2];
atomic_int flag[N];
static void *write(void *arg) {
  int i = (int)(long)arg;
  message[i] = i + 1;
  atomic_store_explicit(&flag[i], 1, memory_order_release);
  return 0;
}
static void *read(void *arg) {
  int r = (int)(long)arg;
  for (int i = 0; i < N; i++)
    if (atomic_load_explicit(&flag[i], memory_order_acquire))
      got[r] += message[i];
  return 0;
}
int main(void) {
  pthread_t w[N], r[2];
  for (long i = 0; i < N; i++)
    pthread_create(&w[i], 0, write, (void *)i);
  for (long i = 0; i < 2; i++)
    pthread_create(&r[i], 0, read, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(w[i], 0);
  for (int i = 0; i < 2; i++)
    pthread_join(r[i], 0);
  return 0;
}
