#ifndef CPROG_GENMC_H
#define CPROG_GENMC_H
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef pthread_t __VERIFIER_thread_t;
static inline pthread_t __VERIFIER_spawn(void *(*f)(void *), void *arg) {
  pthread_t t;
  pthread_create(&t, 0, f, arg);
  return t;
}
#define __VERIFIER_spawn_symmetric(f, arg, t) __VERIFIER_spawn((f), (arg))
static inline void *__VERIFIER_join(pthread_t t) {
  void *result;
  pthread_join(t, &result);
  return result;
}
#define __VERIFIER_join_symmetric(t) ((void)__VERIFIER_join(t))
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(c) __VERIFIER_assume(c)
/* Annotations that only help GenMC explore less. */
#define __VERIFIER_local_write(s) do { s; } while (0)
#define __VERIFIER_final_write(s) do { s; } while (0)
#define __VERIFIER_final_cas(e) (e)
#define __VERIFIER_final_CAS(e) (e)
#define __VERIFIER_helped_cas(e) ({ e; })
#define __VERIFIER_helped_CAS(e) ({ e; })
#ifdef __CPROG_LIKE_GENMC
#define __VERIFIER_helping_CAS(s) ((void)0)
#else
#define __VERIFIER_helping_CAS(s) do { s; } while (0)
#endif
#define __VERIFIER_helping_cas __VERIFIER_helping_CAS
#define __VERIFIER_speculative_read(e) (e)
#define __VERIFIER_confirming_read(e) (e)
#define __VERIFIER_confirming_cas(e) (e)
#define __VERIFIER_optional(s)
void __cprog_method_begin();
void __cprog_method_end();
#define __VERIFIER_method_begin(name, arg) __cprog_method_begin((name), (arg))
#define __VERIFIER_method_end(name, result) __cprog_method_end((name), (result))
/* Hazard pointers: memory is never reused, so nothing needs protection. */
typedef struct { int __unused; } __VERIFIER_hp_t;
void *malloc(size_t);
#define __VERIFIER_hp_alloc() ((__VERIFIER_hp_t *)0)
#define __VERIFIER_hp_protect(h, p) __atomic_load_n((p), 5)
#define __VERIFIER_hp_clear(h) ((void)0)
#define __VERIFIER_hp_retire(p) ((void)0)
#define __VERIFIER_hp_free(h) ((void)0)
#endif
