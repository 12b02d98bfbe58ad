// Store buffering; with MP, message passing; with DEKKER, two threads that enter if the other does not want to. The macro STORE defines a store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef PLAIN
int x, y;
#define LOAD(v) (v)
#define STORE(v) v = 1
#else
atomic_int x, y;
#define LOAD(v) atomic_load_explicit(&v, memory_order_acquire)
#endif
#if defined RELAXED
#define STORE(v) atomic_store_explicit(&v, 1, memory_order_relaxed)
#elif defined RELEASE
#define STORE(v) __atomic_store_n(&v, 1, __ATOMIC_RELEASE)
#elif defined ASSIGNED
#define STORE(v) v = 1
#elif defined SEQ_CST
#define STORE(v) atomic_store(&v, 1)
#elif defined FENCED
#define STORE(v) (atomic_store_explicit(&v, 1, memory_order_relaxed), atomic_thread_fence(memory_order_seq_cst))
#elif defined ACQ_REL
#define STORE(v) (atomic_store_explicit(&v, 1, memory_order_relaxed), atomic_thread_fence(memory_order_acq_rel))
#elif defined SYNC
#define STORE(v) (atomic_store_explicit(&v, 1, memory_order_relaxed), __sync_synchronize())
#elif defined EXCHANGED
#define STORE(v) atomic_exchange_explicit(&v, 1, memory_order_relaxed)
#elif defined FAILING
#define STORE(v) do { int expected = 2; STORED(v); atomic_compare_exchange_strong(&z, &expected, 3); } while (0)
#define STORED(v) atomic_store_explicit(&v, 1, memory_order_relaxed)
atomic_int z;
#endif

int r1, r2;
atomic_int inside;

void enter(int other) {
#ifdef DEKKER
  if (!other)
    atomic_fetch_add(&inside, 1);
#endif
}

void *p(void *arg) {
  STORE(x);
#ifdef MP
  STORE(y);
#else
  r1 = LOAD(y);
  enter(r1);
#endif
  return 0;
}

void *q(void *arg) {
#ifdef MP
  r1 = !LOAD(y);
#else
  STORE(y);
#endif
  r2 = LOAD(x);
  enter(r2);
  return 0;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, 0, p, 0);
  pthread_create(&b, 0, q, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef DEKKER
  assert(inside < 2);
#else
  assert(r1 || r2);
#endif
}
