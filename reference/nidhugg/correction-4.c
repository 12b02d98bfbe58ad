/* Correction 4 of the errata: p: x=1; update y | q: a=y; b=x | r: c=y; d=x; y=1; e=x */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *p(void *arg) {
  x = 1;
  atomic_fetch_add(&y, 1);
  return 0;
}

static void *q(void *arg) {
  int a = y, b = x;
  return 0;
}

static void *r(void *arg) {
  int c = y, d = x;
  y = 1;
  int e = x;
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, p, 0);
  pthread_create(&t[1], 0, q, 0);
  pthread_create(&t[2], 0, r, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
