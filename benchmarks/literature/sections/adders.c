// Tests of GenMC for LAPOR (lazy01): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int x;
static pthread_mutex_t m;
static void *adder(void *arg) {
  int seen;
  pthread_mutex_lock(&m);
  seen = x;
  x = seen + (long)arg;
  pthread_mutex_unlock(&m);
  return 0;
}
static void *reader(void *arg) {
  pthread_mutex_lock(&m);
  int seen = x;
  (void)seen;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(3);
  START(adder, 1);
  START(adder, 2);
  START(reader, 0);
  JOIN;
  return 0;
}
