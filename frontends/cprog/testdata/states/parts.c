// For each macro, a thread in which a part of its local state depends on x, and nothing else does when it reads y.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;
static int result;
static void *kept;
static pthread_t thread;

static int seen(void) { return atomic_load(&x); }
static void meet(void) { atomic_load(&y); }

#if defined REGISTERS
static void part(void) {
  int a = seen();
  meet();
  result = a;
}
#elif defined PLACES
static void part(void) {
  if (seen()) {
    meet();
    result = 1;
  } else {
    meet();
    result = 2;
  }
}
#elif defined CALLERS
static int again(int n) {
  meet();
  return n;
}
static void part(void) {
  if (seen()) result = again(0) + 1;
  else result = again(0) + 2;
}
#elif defined PRIVATE
static void part(void) {
  int a[2] = {0, 0};
  a[seen()] = 1;
  meet();
  result = a[y];
}
#elif defined UNSET
static void part(void) {
  int a[2];
  a[seen()] = 0;
  meet();
  result = a[y];
}
#elif defined BITS
struct bits {
  unsigned a : 3, b : 5;
};
static void part(void) {
  struct bits s[2];
  if (seen()) s[y].a = 0;
  else s[y].b = 0;
  meet();
  result = s[y].a;
}
#elif defined UNIT
struct bits {
  unsigned a : 3, b : 5;
};
static void part(void) {
  struct bits *s = malloc(sizeof *s);
  kept = s;
  if (seen()) s->a = 0;
  s->b = 0;
  meet();
  result = s->a;
}
#elif defined SMALL_BLOCKS
static void part(void) {
  if (seen()) malloc(8);
  meet();
  kept = malloc(8);
}
#elif defined LARGE_BLOCKS
static void part(void) {
  if (seen()) malloc(3000);
  meet();
  kept = malloc(3000);
}
#elif defined SIZES
static void part(void) {
  char *block = malloc(2000 + 1000 * seen());
  meet();
  block[2500 - 501 * y] = 1;
  result = 1;
}
#elif defined FRAMES_TAKEN
static void call(int inner) {
  int local = 1;
  kept = &local;
  if (inner) call(inner - 1);
}
static void part(void) {
  if (seen()) call(1);
  else call(0);
  meet();
  call(0);
}
#elif defined FRAMES_KNOWN
static void part(void) {
  int local = 1;
  int *p = &local;
  if (seen()) kept = p;
  kept = 0;
  meet();
  *p = 2;
}
#elif defined LOCALS_KNOWN
static _Thread_local int local;
static void part(void) {
  int *p = &local;
  if (seen()) kept = p;
  kept = 0;
  meet();
  *p = 2;
}
#elif defined FRAMES_LIVE
static void call(int kind) {
  int local = 1;
  if (kind == 0) {
    kept = &local;
    return;
  }
  if (kind == 1) call(0);
  meet();
  kept = &local;
}
static void part(void) {
  int inside = seen();
  if (!inside) call(0);
  call(2 - inside);
}
#elif defined FRAMES_FREE
static void call(int leaks, int inner, int leaks_inside) {
  int local = 1, *p = &local;
  if (inner) call(leaks_inside, 0, 0);
  if (leaks) kept = p;
}
static void part(void) {
  int outside = seen();
  call(outside, 1, !outside);
  kept = 0;
  meet();
  call(1, 0, 0);
}
#elif defined AUTOMATIC
static void call(void) {
  if (seen()) {
    int a[1 + y];
    a[0] = 1;
    kept = a;
    malloc(4 + 4 * y);
  } else {
    int *p = malloc(4 + 4 * y);
    *p = 1;
    kept = p;
    int a[1 + y];
    a[0] = 1;
  }
  meet();
}
static void part(void) {
  call();
  result = *(int *)kept;
}
#elif defined GONE
static void array(void) {
  int a[1 + y];
  a[0] = 1;
  kept = a;
}
static void part(void) {
  if (seen()) array();
  else {
    int *p = malloc(4 + 4 * y);
    *p = 1;
    kept = p;
  }
  meet();
  result = *(int *)kept;
}
#elif defined ROBUST
static pthread_mutex_t one, other;
static void part(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&one, &attributes);
  pthread_mutex_init(&other, &attributes);
  pthread_mutex_lock(seen() ? &one : &other);
  meet();
}
#elif defined EXITS
static void wait(void *a) { meet(); }
static void part(void) {
  pthread_cleanup_push(wait, 0);
  pthread_exit(seen() ? &x : 0);
  pthread_cleanup_pop(0);
}
#elif defined DESTRUCTORS
static pthread_key_t key;
static void again(void *a) {
  meet();
  pthread_setspecific(key, a);
}
static void part(void) {
  pthread_key_create(&key, again);
  pthread_setspecific(key, &key);
}
#elif defined STARTED
static void *nothing(void *a) { return a; }
static void part(void) {
  pthread_t t;
  if (seen()) pthread_create(&t, 0, nothing, 0);
  meet();
  pthread_create(&thread, 0, nothing, 0);
}
#elif defined CLAIMED
static void part(void) {
  if (seen()) pthread_join(thread, 0);
  meet();
  pthread_join(thread, 0);
}
#elif defined SPECIFIC
static pthread_key_t key;
static void part(void) {
  pthread_key_create(&key, 0);
  pthread_setspecific(key, (void *)(long)(1 + seen()));
  meet();
  result = (long)pthread_getspecific(key);
}
#elif defined KEYS
static pthread_key_t key;
static void part(void) {
  if (seen()) pthread_key_create(&key, 0);
  key = 0;
  meet();
  pthread_key_create(&key, 0);
  result = key;
}
#elif defined HANDLERS
static void note(void *a) { result = (long)a; }
static void part(void) {
  pthread_cleanup_push(note, (void *)(long)(1 + seen()));
  meet();
  pthread_cleanup_pop(1);
}
#elif defined CANCELLING
static pthread_t self;
static void part(void) {
  pthread_setcancelstate(seen() ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE, 0);
  meet();
  pthread_cancel(pthread_self());
  pthread_testcancel();
  result = 1;
}
#elif defined BARRIERS
static pthread_barrier_t barrier;
static void part(void) {
  pthread_barrier_init(&barrier, 0, 1);
  if (seen()) pthread_barrier_wait(&barrier);
  meet();
  pthread_barrier_wait(&barrier);
  result = 1;
}
#elif defined COPIES
struct wide {
  int a[3];
};
static struct wide from, to;
static void part(void) {
  from.a[0] = seen();
  to = from;
  meet();
}
#elif defined RESULTS
static int called(void) {
  int local = seen(), *p = &local;
  kept = p;
  return *p;
}
static void part(void) {
  result = called() + 1;
}
#elif defined SECTIONS
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static void part(void) {
  __VERIFIER_atomic_begin();
  int a = seen();
  result = a + y;
  __VERIFIER_atomic_end();
  meet();
}
#endif

static void *run(void *a) {
  part();
  return a;
}

static void *idle(void *a) { return a; }

int main(void) {
  pthread_t t, u;
  pthread_create(&u, 0, idle, 0);
  thread = u;
  pthread_create(&t, 0, run, 0);
  x = 1;
  pthread_join(t, &kept);
  return 0;
}
