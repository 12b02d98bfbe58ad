#ifndef CPROG_STDATOMIC_H
#define CPROG_STDATOMIC_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef enum memory_order {
  memory_order_relaxed, memory_order_consume, memory_order_acquire,
  memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
#define ATOMIC_VAR_INIT(v) (v)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define kill_dependency(v) (v)
#define atomic_is_lock_free(p) 1
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(int8_t) atomic_int8_t;
typedef _Atomic(uint8_t) atomic_uint8_t;
typedef _Atomic(int16_t) atomic_int16_t;
typedef _Atomic(uint16_t) atomic_uint16_t;
typedef _Atomic(int32_t) atomic_int32_t;
typedef _Atomic(uint32_t) atomic_uint32_t;
typedef _Atomic(int64_t) atomic_int64_t;
typedef _Atomic(uint64_t) atomic_uint64_t;
typedef _Atomic(int_least8_t) atomic_int_least8_t;
typedef _Atomic(uint_least8_t) atomic_uint_least8_t;
typedef _Atomic(int_least16_t) atomic_int_least16_t;
typedef _Atomic(uint_least16_t) atomic_uint_least16_t;
typedef _Atomic(int_least32_t) atomic_int_least32_t;
typedef _Atomic(uint_least32_t) atomic_uint_least32_t;
typedef _Atomic(int_least64_t) atomic_int_least64_t;
typedef _Atomic(uint_least64_t) atomic_uint_least64_t;
typedef _Atomic(int_fast8_t) atomic_int_fast8_t;
typedef _Atomic(uint_fast8_t) atomic_uint_fast8_t;
typedef _Atomic(int_fast16_t) atomic_int_fast16_t;
typedef _Atomic(uint_fast16_t) atomic_uint_fast16_t;
typedef _Atomic(int_fast32_t) atomic_int_fast32_t;
typedef _Atomic(uint_fast32_t) atomic_uint_fast32_t;
typedef _Atomic(int_fast64_t) atomic_int_fast64_t;
typedef _Atomic(uint_fast64_t) atomic_uint_fast64_t;
typedef _Atomic(intptr_t) atomic_intptr_t;
typedef _Atomic(uintptr_t) atomic_uintptr_t;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(ptrdiff_t) atomic_ptrdiff_t;
typedef _Atomic(intmax_t) atomic_intmax_t;
typedef _Atomic(uintmax_t) atomic_uintmax_t;
#define atomic_thread_fence(o) __cprog_fence_if(o)
#define atomic_signal_fence(o) ((void)(o))
#define atomic_init(p, v) __cprog_init((p), __cprog_as(p, v))
#define atomic_store_explicit(p, v, o) __atomic_store_n(p, v, o)
#define atomic_store(p, v) atomic_store_explicit(p, v, 5)
#define atomic_load_explicit(p, o) __cprog_as(p, __cprog_load((p), (o)))
#define atomic_load(p) atomic_load_explicit(p, 5)
#define atomic_exchange_explicit(p, v, o) __cprog_as(p, __cprog_swap((p), __cprog_as(p, v), (o)))
#define atomic_exchange(p, v) atomic_exchange_explicit(p, v, 5)
#define atomic_compare_exchange_strong_explicit(p, e, d, s, f) ((_Bool)__cprog_compare_exchange((p), (e), __cprog_as(p, d), (s), (f)))
#define atomic_compare_exchange_weak_explicit(p, e, d, s, f) ((_Bool)__cprog_compare_exchange_weak((p), (e), __cprog_as(p, d), (s), (f)))
#define atomic_compare_exchange_strong(p, e, d) atomic_compare_exchange_strong_explicit(p, e, d, 5, 5)
#define atomic_compare_exchange_weak(p, e, d) atomic_compare_exchange_weak_explicit(p, e, d, 5, 5)
#define atomic_fetch_add_explicit(p, v, o) __cprog_as(p, __cprog_fetch_add((p), (v), (o)))
#define atomic_fetch_sub_explicit(p, v, o) __cprog_as(p, __cprog_fetch_sub((p), (v), (o)))
#define atomic_fetch_and_explicit(p, v, o) __cprog_as(p, __cprog_fetch_and((p), (v), (o)))
#define atomic_fetch_or_explicit(p, v, o) __cprog_as(p, __cprog_fetch_or((p), (v), (o)))
#define atomic_fetch_xor_explicit(p, v, o) __cprog_as(p, __cprog_fetch_xor((p), (v), (o)))
#define atomic_fetch_add(p, v) atomic_fetch_add_explicit(p, v, 5)
#define atomic_fetch_sub(p, v) atomic_fetch_sub_explicit(p, v, 5)
#define atomic_fetch_and(p, v) atomic_fetch_and_explicit(p, v, 5)
#define atomic_fetch_or(p, v) atomic_fetch_or_explicit(p, v, 5)
#define atomic_fetch_xor(p, v) atomic_fetch_xor_explicit(p, v, 5)
typedef struct atomic_flag { _Bool __set; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define atomic_flag_test_and_set(f) atomic_exchange(&(f)->__set, 1)
#define atomic_flag_test_and_set_explicit(f, o) atomic_exchange_explicit(&(f)->__set, 1, o)
#define atomic_flag_clear(f) atomic_store(&(f)->__set, 0)
#define atomic_flag_clear_explicit(f, o) atomic_store_explicit(&(f)->__set, 0, o)
#endif
