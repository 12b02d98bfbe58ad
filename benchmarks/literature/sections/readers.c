// Tests of GenMC for LAPOR (N-reads-lock): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

// Sections that only read commute.
static atomic_int x;
static pthread_mutex_t m;
static void *reader(void *arg) {
  pthread_mutex_lock(&m);
  int seen = x;
  (void)seen;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  THREADS(N);
  for (long i = 1; i <= N; i++) START(reader, i);
  JOIN;
  return 0;
}
