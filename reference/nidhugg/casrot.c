/* casrot(N): thread i replaces i-1 by i, if x is that. Kokologiannakis, Lahav, Sagonas, Vafeiadis, POPL 2018. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *rotate(void *arg) {
  int before = (int)(intptr_t)arg - 1;
  atomic_compare_exchange_strong(&x, &before, before + 1);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], 0, rotate, (void *)(i + 1));
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
