// Library functions order stores under any memory model: with LOCK a spin lock, with BARRIER a barrier,
// with ONCE pthread_once. With NEITHER, a relaxed store replaces the lock's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, ready;
pthread_spinlock_t l;
pthread_barrier_t b;
pthread_once_t once = PTHREAD_ONCE_INIT;

void set(void) { x = 1; }

void *p(void *arg) {
#if defined LOCK || defined NEITHER
  pthread_spin_lock(&l);
  x = 1;
  ready = 1;
#ifdef LOCK
  pthread_spin_unlock(&l);
#else
  l = 0;
#endif
#elif defined BARRIER
  x = 1;
  pthread_barrier_wait(&b);
#else
  pthread_once(&once, set);
#endif
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, p, 0);
#if defined LOCK || defined NEITHER
  pthread_spin_lock(&l);
  assert(x == ready);
  pthread_spin_unlock(&l);
#elif defined BARRIER
  pthread_barrier_wait(&b);
  assert(x);
#else
  pthread_once(&once, set);
  assert(x);
#endif
  return 0;
}
