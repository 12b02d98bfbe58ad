// SV-COMP, category concurrency.
#include "../threads.h"

static int counter;
static pthread_mutex_t lock;
static void *count(void *arg) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  THREADS(N);
  for (int i = 0; i < N; i++) START(count, i);
  JOIN;
  return 0;
}
