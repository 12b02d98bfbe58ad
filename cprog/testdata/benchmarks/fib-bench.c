#include <assert.h>
#include <pthread.h>
int i = 1, j = 1;
static int fibonacci(int k) { return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2); }
static void *t1(void *arg) {
  for (int k = 0; k < N; k++) i += j;
  return 0;
}
static void *t2(void *arg) {
  for (int k = 0; k < N; k++) j += i;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  int limit = fibonacci(2 * N + 2);
  assert(i <= limit && j <= limit);
  return 0;
}
