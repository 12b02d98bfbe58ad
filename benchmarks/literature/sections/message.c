// Tests of GenMC for LAPOR (lock-wx+wy+rxry): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

static atomic_int x, y;
static pthread_mutex_t m;
static void *write_x(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
static void *write_y(void *arg) {
  pthread_mutex_lock(&m);
  y = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
static void *reader(void *arg) {
  pthread_mutex_lock(&m);
  if (x == 1) {
    int seen = y;
    (void)seen;
  }
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(3);
  START(write_x, 0);
  START(write_y, 0);
  START(reader, 0);
  JOIN;
  return 0;
}
