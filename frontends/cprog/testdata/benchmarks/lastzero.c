#include <pthread.h>
#include <stdatomic.h>
atomic_int array[N + 1];
static void *reader(void *arg) {
  int i = N;
  while (array[i] != 0) i--;
  return 0;
}
static void *writer(void *arg) {
  long j = (long)arg;
  array[j] = array[j - 1] + 1;
  return 0;
}
int main(void) {
  pthread_t t[N + 1];
  pthread_create(&t[0], 0, reader, 0);
  for (long j = 1; j <= N; j++) pthread_create(&t[j], 0, writer, (void *)j);
  return 0;
}
