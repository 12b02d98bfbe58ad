// Courtois, Heymans, Parnas, Concurrent Control with Readers and Writers, CACM 1971.
#include "../threads.h"

// The first reader takes the lock for all, the last one gives it back.
static int readers, x;
static pthread_mutex_t count;
static atomic_int busy;
static void take(void) {
  int before = 0;
  assume(atomic_compare_exchange_strong(&busy, &before, 1));
}
static void *reader(void *arg) {
  pthread_mutex_lock(&count);
  if (++readers == 1) take();
  pthread_mutex_unlock(&count);
  int seen = x;
  assert(seen == 0 || seen == 2);
  pthread_mutex_lock(&count);
  if (--readers == 0) busy = 0;
  pthread_mutex_unlock(&count);
  return 0;
}
static void *writer(void *arg) {
  take();
  x = 1;
  x = 2;
  busy = 0;
  return 0;
}
int main(void) {
  THREADS(N);
  START(writer, 0);
  for (int i = 1; i < N; i++) START(reader, i);
  JOIN;
  return 0;
}
