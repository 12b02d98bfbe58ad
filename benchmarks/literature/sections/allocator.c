// Tests of GenMC for LAPOR (time_var_mutex): Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking,
// OOPSLA 2019.
#include "../threads.h"

// After Flanagan, Freund, Qadeer, Thread-Modular Verification for Shared-Memory Programs, ESOP 2002.
static atomic_int block, busy, inode;
static pthread_mutex_t m, n;
static void *allocator(void *arg) {
  pthread_mutex_lock(&m);
  if (inode == 0) {
    pthread_mutex_lock(&n);
    busy = 1;
    pthread_mutex_unlock(&n);
    inode = 1;
  }
  block = 1;
  assert(block == 1);
  pthread_mutex_unlock(&m);
  return 0;
}
static void *deallocator(void *arg) {
  pthread_mutex_lock(&n);
  if (busy == 0) {
    block = 0;
    assert(block == 0);
  }
  pthread_mutex_unlock(&n);
  return 0;
}
int main(void) {
  THREADS(2);
  START(allocator, 0);
  START(deallocator, 0);
  JOIN;
  return 0;
}
