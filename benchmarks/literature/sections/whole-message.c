// Tests of GenMC for LAPOR (lock-wxwy+rxry): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int x, y;
static pthread_mutex_t m;
static void *writer(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  y = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
static void *reader(void *arg) {
  pthread_mutex_lock(&m);
  int seen = x + y;
  (void)seen;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(2);
  START(writer, 0);
  START(reader, 0);
  JOIN;
  return 0;
}
