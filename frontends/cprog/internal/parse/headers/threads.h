#ifndef CPROG_THREADS_H
#define CPROG_THREADS_H
#include <pthread.h>
#define thread_local _Thread_local
typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef int (*thrd_start_t)(void *);
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_timed = 1, mtx_recursive = 2 };
#define thrd_create(t, f, a) pthread_create((t), 0, (void *(*)(void *))(f), (a))
#define thrd_join(t, r) __cprog_thrd_join((t), (r))
int __cprog_thrd_join(thrd_t, int *);
#define thrd_detach(t) pthread_detach(t)
#define thrd_current() pthread_self()
#define thrd_equal(a, b) ((a) == (b))
#define thrd_exit(r) pthread_exit((void *)(long)(r))
#define thrd_yield() ((void)0)
typedef pthread_cond_t cnd_t;
#define cnd_init(c) pthread_cond_init((c), 0)
#define cnd_destroy(c) pthread_cond_destroy(c)
#define cnd_wait(c, m) pthread_cond_wait((c), (m))
#define cnd_signal(c) pthread_cond_signal(c)
#define cnd_broadcast(c) pthread_cond_broadcast(c)
#define mtx_init(m, k) __cprog_mtx_init((m), (k) & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL)
int __cprog_mtx_init(mtx_t *, int);
#define mtx_destroy(m) pthread_mutex_destroy(m)
#define mtx_lock(m) pthread_mutex_lock(m)
#define mtx_trylock(m) (pthread_mutex_trylock(m) ? thrd_busy : thrd_success)
#define mtx_unlock(m) pthread_mutex_unlock(m)
#endif
