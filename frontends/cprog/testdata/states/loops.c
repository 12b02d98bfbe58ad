// Loops that states decide without a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z, held;
static int count;

#if defined LOCKS
static void *a(void *v) {
  for (int i = 0; i < 2; i++) {
    while (atomic_exchange(&held, 1)) {}
    count++;
    held = 0;
  }
  return v;
}
static void *b(void *v) { return a(v); }
#elif defined ALTERNATES
static void *a(void *v) {
  while (!z) x = !x;
  return v;
}
static void *b(void *v) {
  y = 1;
  assert(y == 2);
  z = 1;
  return v;
}
#elif defined GIVES_WAY
static void *a(void *v) {
  x = 1;
  while (y) {
    x = 0;
    x = 1;
  }
  x = 0;
  return v;
}
static void *b(void *v) {
  y = 1;
  while (x) {
    y = 0;
    y = 1;
  }
  y = 0;
  return v;
}
#elif defined WAITS_IN_VAIN
static void *a(void *v) {
  while (x == y) {}
  return v;
}
static void *b(void *v) {
  x = 0;
  return v;
}
#elif defined COUNTS
static void *a(void *v) {
  for (int i = 0; !x; i++) y = i;
  return v;
}
static void *b(void *v) { return v; }
#endif

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
#if defined LOCKS
  assert(count == 4);
#endif
  return 0;
}
