// Chalupa et al., Data-Centric Dynamic Partial Order Reduction, POPL 2018, and its successors.
#include "../threads.h"

static atomic_int x, y;
static pthread_mutex_t lock;
static void *writer(void *arg) {
  for (int times = 0; times < 2; times++) {
    pthread_mutex_lock(&lock);
    x = 1;
    for (int i = 0; i < N; i++) y = 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void *adder(void *arg) {
  for (int times = 0; times < 2; times++) {
    pthread_mutex_lock(&lock);
    x = 0;
    pthread_mutex_unlock(&lock);
    if (x > 0) {
      int seen = y;
      y = seen + 1;
      x = 2;
    }
  }
  return 0;
}
static void *observer(void *arg) {
  for (int times = 0; times < 2; times++)
    if (x > 1) {
      if (y == 3) return 0;
      y = 2;
    }
  return 0;
}
int main(void) {
  THREADS(3);
  START(writer, 0);
  START(adder, 0);
  START(observer, 0);
  JOIN;
  return 0;
}
