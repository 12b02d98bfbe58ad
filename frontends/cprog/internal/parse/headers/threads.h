#ifndef CPROG_THREADS_H
#define CPROG_THREADS_H
#include <pthread.h>
#include <time.h>
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
#define mtx_trylock(m) __thrd_result(pthread_mutex_trylock(m))
#define mtx_unlock(m) pthread_mutex_unlock(m)
#define mtx_timedlock(m, t) __thrd_result(pthread_mutex_timedlock((m), (t)))
#define cnd_timedwait(c, m, t) __thrd_result(pthread_cond_timedwait((c), (m), (t)))
static inline int __thrd_result(int e) { return e == 0 ? thrd_success : e == 110 ? thrd_timedout : e == 16 ? thrd_busy : thrd_error; }
#define thrd_sleep(t, left) nanosleep((t), (left))
typedef pthread_once_t once_flag;
#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT
#define call_once(o, f) ((void)pthread_once((o), (f)))
typedef pthread_key_t tss_t;
typedef void (*tss_dtor_t)(void *);
#define TSS_DTOR_ITERATIONS 4
#define tss_create(k, d) pthread_key_create((k), (d))
#define tss_delete(k) ((void)pthread_key_delete(k))
#define tss_get(k) pthread_getspecific(k)
#define tss_set(k, v) pthread_setspecific((k), (v))
#endif
