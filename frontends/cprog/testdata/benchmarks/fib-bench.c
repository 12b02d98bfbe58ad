#include <assert.h>
#include <pthread.h>
int i = 1, j = 1;
static int fibonacci(int k) {
  int a = 0, b = 1;
  while (k-- > 0) {
    int sum = a + b;
    a = b;
    b = sum;
  }
  return a;
}
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
