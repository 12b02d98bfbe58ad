#ifndef CPROG_THREADS_H
#define CPROG_THREADS_H
#include <pthread.h>
#include <time.h>
#define thread_local _Thread_local
typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef int (*thrd_start_t)(void *);
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };
#define thrd_create(t, f, ...) pthread_create((t), 0, (void *(*)(void *))(f), (__VA_ARGS__))
#define thrd_join __cprog_thrd_join
int __cprog_thrd_join(thrd_t, int *);
#define thrd_detach pthread_detach
#define thrd_current pthread_self
#define thrd_equal pthread_equal
#define thrd_exit(r) pthread_exit((void *)(long)(r))
#define thrd_yield() ((void)0)
typedef pthread_cond_t cnd_t;
#define cnd_init(...) pthread_cond_init((__VA_ARGS__), 0)
#define cnd_destroy pthread_cond_destroy
#define cnd_wait pthread_cond_wait
#define cnd_signal pthread_cond_signal
#define cnd_broadcast pthread_cond_broadcast
#define mtx_init(m, k) __cprog_mtx_init((m), (k) & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL)
int __cprog_mtx_init(mtx_t *, int);
#define mtx_destroy pthread_mutex_destroy
#define mtx_lock pthread_mutex_lock
#define mtx_trylock(...) __thrd_result(pthread_mutex_trylock(__VA_ARGS__))
#define mtx_unlock pthread_mutex_unlock
#define mtx_timedlock(...) __thrd_result(pthread_mutex_timedlock(__VA_ARGS__))
#define cnd_timedwait(...) __thrd_result(pthread_cond_timedwait(__VA_ARGS__))
static inline int __thrd_result(int e) { return e == 0 ? thrd_success : e == 110 ? thrd_timedout : e == 16 ? thrd_busy : thrd_error; }
#define thrd_sleep nanosleep
typedef pthread_once_t once_flag;
#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT
#define call_once(o, f) ((void)pthread_once((o), (f)))
typedef pthread_key_t tss_t;
typedef void (*tss_dtor_t)(void *);
#define TSS_DTOR_ITERATIONS 4
#define tss_create pthread_key_create
#define tss_delete(k) ((void)pthread_key_delete(k))
#define tss_get pthread_getspecific
#define tss_set pthread_setspecific
#endif
