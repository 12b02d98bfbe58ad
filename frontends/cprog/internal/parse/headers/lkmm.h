#ifndef CPROG_LKMM_H
#define CPROG_LKMM_H
#include <pthread.h>
#define READ_ONCE(x) __atomic_load_n(&(x), 0)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), 0)
#define smp_load_acquire(p) __atomic_load_n((p), 2)
#define smp_store_release(p, v) __atomic_store_n((p), (v), 3)
#define smp_mb() __cprog_fence()
#define smp_rmb() ((void)0)
#define smp_wmb() __cprog_fence_if(3)
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_assign_pointer(p, v) smp_store_release(&(p), (v))
#define xchg(p, v) __atomic_exchange_n((p), (v), 5)
#define cmpxchg(p, o, n) __sync_val_compare_and_swap((p), (o), (n))
typedef pthread_mutex_t spinlock_t;
#define spin_lock(l) pthread_mutex_lock(l)
#define spin_unlock(l) pthread_mutex_unlock(l)
#endif
