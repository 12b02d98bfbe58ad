// What the programs have in common: main starts threads and joins them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

void __VERIFIER_assume(int);
#define assume(condition) __VERIFIER_assume(condition)

#define THREADS(n) pthread_t threads_[n]; int started_ = 0
#define START(f, argument) pthread_create(&threads_[started_++], 0, f, (void *)(long)(argument))
#define JOIN for (int k_ = 0; k_ < started_; k_++) pthread_join(threads_[k_], 0)
