/* Correction 14 of the errata: p: x=1 | q: y=1 | r: z=1 | s: a=y; b=z; c=x | t: z=1; d=y; e=x */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void *p(void *arg) {
  x = 1;
  return 0;
}

static void *q(void *arg) {
  y = 1;
  return 0;
}

static void *r(void *arg) {
  z = 1;
  return 0;
}

static void *s(void *arg) {
  int a = y, b = z, c = x;
  return 0;
}

static void *t(void *arg) {
  z = 1;
  int d = y, e = x;
  return 0;
}

int main(void) {
  void *(*bodies[])(void *) = {p, q, r, s, t};
  pthread_t threads[5];
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], 0, bodies[i], 0);
  for (int i = 0; i < 5; i++) pthread_join(threads[i], 0);
  return 0;
}
