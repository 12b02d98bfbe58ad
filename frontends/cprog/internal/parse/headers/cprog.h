/* The atomic operations of all dialects reduce to these. Their first argument is a
   pointer, whose type the compiler examines. */
long __cprog_load();
void __cprog_init();
void __cprog_store();
long __cprog_swap();
long __cprog_compare_exchange();
long __cprog_compare_exchange_weak();
long __cprog_compare_exchange_n();
long __cprog_compare_and_swap();
long __cprog_value_compare_and_swap();
long __cprog_when();
long __cprog_fetch_add();
long __cprog_fetch_sub();
/* These add bytes to a pointer, as the builtins of GNU C do; those of C11 add elements. */
long __cprog_bytes_fetch_add();
long __cprog_bytes_fetch_sub();
long __cprog_bytes_add_fetch();
long __cprog_bytes_sub_fetch();
long __cprog_fetch_and();
long __cprog_fetch_or();
long __cprog_fetch_xor();
long __cprog_fetch_nand();
long __cprog_fetch_max();
long __cprog_fetch_min();
long __cprog_fetch_umax();
long __cprog_fetch_umin();
void __cprog_fence();
void __cprog_fence_if();
void __cprog_assert_fail(const char *);
void __cprog_unsupported(const char *);
void __cprog_swap_blocks(void *, void *, unsigned long);
unsigned long __cprog_self(void);
/* The double, or float, with the digits in n bytes, as its bits; and the text of one by a conversion of printf, with its length. */
unsigned long __cprog_number(const char *, unsigned long, int);
unsigned long __cprog_float_text(char *, unsigned long, char, long);
/* The nanoseconds since the program began, and a sleep of that many. */
long __cprog_now(void);
void __cprog_nap(long);
void __pthread_push_handler(void (*)(void *), void *);
void __pthread_pop_handler(int);
void *__builtin_memcpy(void *, const void *, unsigned long);
void *__builtin_realloc(void *, unsigned long);
void __builtin_trap(void);
void __builtin_va_start();
void __builtin_va_end();
void *__builtin_va_arg_impl();
void *__builtin_malloc(unsigned long);
void *__builtin_aligned_alloc(unsigned long, unsigned long);

#define __cprog_of(p) __typeof__(*(p))
#define __cprog_as(p, v) ((__cprog_of(p))(v))

#define __atomic_load_n(p, o) __cprog_as(p, __cprog_load((p), (o)))
#define __atomic_load(p, r, o) ((void)(*(r) = __atomic_load_n(p, o)))
/* The memory order of a store determines its fences; 6 is for the store with which the library frees a lock. */
#define __atomic_store_n(p, v, o) __cprog_store((p), __cprog_as(p, v), (o))
#define __atomic_store(p, v, o) __atomic_store_n(p, *(v), o)
#define __atomic_exchange_n(p, v, o) __cprog_as(p, __cprog_swap((p), __cprog_as(p, v), (o)))
#define __atomic_exchange(p, v, r, o) ((void)(*(r) = __atomic_exchange_n(p, *(v), o)))
#define __atomic_compare_exchange_n(p, e, d, w, s, f) ((_Bool)__cprog_compare_exchange_n((p), (e), __cprog_as(p, d), (s), (f), (w)))
#define __atomic_compare_exchange(p, e, d, w, s, f) __atomic_compare_exchange_n(p, e, *(d), w, s, f)
#define __atomic_fetch_add(p, v, o) __cprog_as(p, __cprog_bytes_fetch_add((p), (v), (o)))
#define __atomic_fetch_sub(p, v, o) __cprog_as(p, __cprog_bytes_fetch_sub((p), (v), (o)))
#define __atomic_fetch_and(p, v, o) __cprog_as(p, __cprog_fetch_and((p), (v), (o)))
#define __atomic_fetch_or(p, v, o) __cprog_as(p, __cprog_fetch_or((p), (v), (o)))
#define __atomic_fetch_xor(p, v, o) __cprog_as(p, __cprog_fetch_xor((p), (v), (o)))
#define __atomic_fetch_nand(p, v, o) __cprog_as(p, __cprog_fetch_nand((p), (v), (o)))
#define __cprog_then(p, v, o, fetch, op) ({ __cprog_of(p) __cprog_v = (v); __cprog_as(p, __cprog_as(p, fetch((p), __cprog_v, (o))) op __cprog_v); })
#define __atomic_add_fetch(p, v, o) __cprog_as(p, __cprog_bytes_add_fetch((p), (v), (o)))
#define __atomic_sub_fetch(p, v, o) __cprog_as(p, __cprog_bytes_sub_fetch((p), (v), (o)))
#define __atomic_and_fetch(p, v, o) __cprog_then(p, v, o, __cprog_fetch_and, &)
#define __atomic_or_fetch(p, v, o) __cprog_then(p, v, o, __cprog_fetch_or, |)
#define __atomic_xor_fetch(p, v, o) __cprog_then(p, v, o, __cprog_fetch_xor, ^)
#define __atomic_nand_fetch(p, v, o) ({ __cprog_of(p) __cprog_v = (v); __cprog_as(p, ~(__cprog_as(p, __cprog_fetch_nand((p), __cprog_v, (o))) & __cprog_v)); })
#define __atomic_test_and_set(p, o) ((_Bool)__cprog_swap((p), __cprog_as(p, 1), (o)))
#define __atomic_clear(p, o) __atomic_store_n(p, 0, o)
#define __atomic_thread_fence(o) __cprog_fence_if(o)
#define __atomic_signal_fence(o) ((void)(o))
#define __atomic_always_lock_free(n, p) 1
#define __atomic_is_lock_free(n, p) 1

#define __c11_atomic_init(p, v) __cprog_init((p), __cprog_as(p, v))
#define __c11_atomic_load(p, o) __atomic_load_n(p, o)
#define __c11_atomic_store(p, v, o) __atomic_store_n(p, v, o)
#define __c11_atomic_exchange(p, v, o) __atomic_exchange_n(p, v, o)
#define __c11_atomic_fetch_add(p, v, o) __cprog_as(p, __cprog_fetch_add((p), (v), (o)))
#define __c11_atomic_fetch_sub(p, v, o) __cprog_as(p, __cprog_fetch_sub((p), (v), (o)))
#define __c11_atomic_fetch_and(p, v, o) __atomic_fetch_and(p, v, o)
#define __c11_atomic_fetch_or(p, v, o) __atomic_fetch_or(p, v, o)
#define __c11_atomic_fetch_xor(p, v, o) __atomic_fetch_xor(p, v, o)
#define __c11_atomic_thread_fence(o) __cprog_fence_if(o)

#define __sync_synchronize() __cprog_fence()
#define __sync_fetch_and_add(p, ...) __cprog_as(p, __cprog_bytes_fetch_add((p), __VA_ARGS__))
#define __sync_fetch_and_sub(p, ...) __cprog_as(p, __cprog_bytes_fetch_sub((p), __VA_ARGS__))
#define __sync_fetch_and_and(p, ...) __cprog_as(p, __cprog_fetch_and((p), __VA_ARGS__))
#define __sync_fetch_and_or(p, ...) __cprog_as(p, __cprog_fetch_or((p), __VA_ARGS__))
#define __sync_fetch_and_xor(p, ...) __cprog_as(p, __cprog_fetch_xor((p), __VA_ARGS__))
#define __sync_fetch_and_nand(p, ...) __cprog_as(p, __cprog_fetch_nand((p), __VA_ARGS__))
#define __sync_fetch_and_max(p, v) __cprog_as(p, __cprog_fetch_max((p), (v)))
#define __sync_fetch_and_min(p, v) __cprog_as(p, __cprog_fetch_min((p), (v)))
#define __sync_fetch_and_umax(p, v) __cprog_as(p, __cprog_fetch_umax((p), (v)))
#define __sync_fetch_and_umin(p, v) __cprog_as(p, __cprog_fetch_umin((p), (v)))
#define __sync_add_and_fetch(p, ...) __atomic_add_fetch(p, __VA_ARGS__, 5)
#define __sync_sub_and_fetch(p, ...) __atomic_sub_fetch(p, __VA_ARGS__, 5)
#define __sync_and_and_fetch(p, ...) __atomic_and_fetch(p, __VA_ARGS__, 5)
#define __sync_or_and_fetch(p, ...) __atomic_or_fetch(p, __VA_ARGS__, 5)
#define __sync_xor_and_fetch(p, ...) __atomic_xor_fetch(p, __VA_ARGS__, 5)
#define __sync_nand_and_fetch(p, ...) __atomic_nand_fetch(p, __VA_ARGS__, 5)
#define __sync_val_compare_and_swap(p, e, d) __cprog_as(p, __cprog_value_compare_and_swap((p), __cprog_as(p, e), __cprog_as(p, d)))
#define __sync_bool_compare_and_swap(p, e, d) ((_Bool)__cprog_compare_and_swap((p), __cprog_as(p, e), __cprog_as(p, d)))
#define __sync_lock_test_and_set(p, v) __atomic_exchange_n(p, v, 2)
#define __sync_lock_release(p) __cprog_store((p), __cprog_as(p, 0), 3)

static inline int __bits_set(unsigned long v) {
  int n = 0;
  for (; v; v &= v - 1)
    n++;
  return n;
}
static inline int __bits_below(unsigned long v) { return __bits_set((v & -v) - 1); }
static inline int __bits_used(unsigned long v) {
  int n = 0;
  for (; v; v >>= 1)
    n++;
  return n;
}
#define __builtin_popcount(v) __bits_set((unsigned)(v))
#define __builtin_popcountl(v) __bits_set(v)
#define __builtin_popcountll(v) __bits_set(v)
static inline unsigned long __cprog_nonzero(unsigned long v) {
  if (!v)
    __cprog_assert_fail("__builtin_ctz or __builtin_clz of 0");
  return v;
}
#define __builtin_ctz(v) __bits_below(__cprog_nonzero((unsigned)(v)))
#define __builtin_ctzl(v) __bits_below(__cprog_nonzero(v))
#define __builtin_ctzll(v) __bits_below(__cprog_nonzero(v))
#define __builtin_clz(v) (32 - __bits_used(__cprog_nonzero((unsigned)(v))))
#define __builtin_clzl(v) (64 - __bits_used(__cprog_nonzero(v)))
#define __builtin_clzll(v) (64 - __bits_used(__cprog_nonzero(v)))
#define __builtin_parity(v) (__bits_set((unsigned)(v)) & 1)
#define __builtin_parityl(v) (__bits_set(v) & 1)
#define __builtin_parityll(v) (__bits_set(v) & 1)
static inline int __bits_first(unsigned long v) { return v ? __bits_below(v) + 1 : 0; }
static inline int __bits_of_sign(long v) { return 63 - __bits_used(v < 0 ? ~v : v); }
#define __builtin_ffs(v) __bits_first((unsigned)(v))
#define __builtin_ffsl(v) __bits_first(v)
#define __builtin_ffsll(v) __bits_first(v)
#define __builtin_clrsb(v) (__bits_of_sign((int)(v)) - 32)
#define __builtin_clrsbl(v) __bits_of_sign(v)
#define __builtin_clrsbll(v) __bits_of_sign(v)
static inline unsigned long __bits_swapped(unsigned long v, int bytes) {
  unsigned long r = 0;
  for (; bytes > 0; bytes--, v >>= 8)
    r = r << 8 | v & 255;
  return r;
}
#define __builtin_bswap16(v) ((unsigned short)__bits_swapped((unsigned short)(v), 2))
#define __builtin_bswap32(v) ((unsigned)__bits_swapped((unsigned)(v), 4))
#define __builtin_bswap64(v) __bits_swapped(v, 8)
_Bool __cprog_overflow_add();
_Bool __cprog_overflow_sub();
_Bool __cprog_overflow_mul();
#define __builtin_add_overflow(a, b, r) __cprog_overflow_add((a), (b), (r))
#define __builtin_sub_overflow(a, b, r) __cprog_overflow_sub((a), (b), (r))
#define __builtin_mul_overflow(a, b, r) __cprog_overflow_mul((a), (b), (r))
#define __builtin_add_overflow_p(a, b, t) ({ __typeof__(t) __r; __cprog_overflow_add((a), (b), &__r); })
#define __builtin_sub_overflow_p(a, b, t) ({ __typeof__(t) __r; __cprog_overflow_sub((a), (b), &__r); })
#define __builtin_mul_overflow_p(a, b, t) ({ __typeof__(t) __r; __cprog_overflow_mul((a), (b), &__r); })
#define __builtin_sadd_overflow(a, b, r) __cprog_overflow_add((int)(a), (int)(b), (int *)(r))
#define __builtin_saddl_overflow(a, b, r) __cprog_overflow_add((long)(a), (long)(b), (long *)(r))
#define __builtin_saddll_overflow(a, b, r) __cprog_overflow_add((long long)(a), (long long)(b), (long long *)(r))
#define __builtin_uadd_overflow(a, b, r) __cprog_overflow_add((unsigned)(a), (unsigned)(b), (unsigned *)(r))
#define __builtin_uaddl_overflow(a, b, r) __cprog_overflow_add((unsigned long)(a), (unsigned long)(b), (unsigned long *)(r))
#define __builtin_uaddll_overflow(a, b, r) __cprog_overflow_add((unsigned long long)(a), (unsigned long long)(b), (unsigned long long *)(r))
#define __builtin_ssub_overflow(a, b, r) __cprog_overflow_sub((int)(a), (int)(b), (int *)(r))
#define __builtin_ssubl_overflow(a, b, r) __cprog_overflow_sub((long)(a), (long)(b), (long *)(r))
#define __builtin_ssubll_overflow(a, b, r) __cprog_overflow_sub((long long)(a), (long long)(b), (long long *)(r))
#define __builtin_usub_overflow(a, b, r) __cprog_overflow_sub((unsigned)(a), (unsigned)(b), (unsigned *)(r))
#define __builtin_usubl_overflow(a, b, r) __cprog_overflow_sub((unsigned long)(a), (unsigned long)(b), (unsigned long *)(r))
#define __builtin_usubll_overflow(a, b, r) __cprog_overflow_sub((unsigned long long)(a), (unsigned long long)(b), (unsigned long long *)(r))
#define __builtin_smul_overflow(a, b, r) __cprog_overflow_mul((int)(a), (int)(b), (int *)(r))
#define __builtin_smull_overflow(a, b, r) __cprog_overflow_mul((long)(a), (long)(b), (long *)(r))
#define __builtin_smulll_overflow(a, b, r) __cprog_overflow_mul((long long)(a), (long long)(b), (long long *)(r))
#define __builtin_umul_overflow(a, b, r) __cprog_overflow_mul((unsigned)(a), (unsigned)(b), (unsigned *)(r))
#define __builtin_umull_overflow(a, b, r) __cprog_overflow_mul((unsigned long)(a), (unsigned long)(b), (unsigned long *)(r))
#define __builtin_umulll_overflow(a, b, r) __cprog_overflow_mul((unsigned long long)(a), (unsigned long long)(b), (unsigned long long *)(r))
#define __builtin_unpredictable(v) (v)
#define __builtin_expect_with_probability(v, e, p) __builtin_expect(v, e)
#define __builtin_assume_aligned(p, ...) ((void *)(p))
#define __builtin_huge_val() __builtin_inf()
#define __builtin_isnan(v) ({ __typeof__(v) __v = (v); __v != __v; })
#define __builtin_signbit(v) ({ union { double __d; unsigned long __b; } __u = { (v) }; (int)(__u.__b >> 63); })
#define __builtin_isinf_sign(v) ({ double __v = (v); __v - __v == 0 || __v != __v ? 0 : __v < 0 ? -1 : 1; })
#define __builtin_isinf(v) (__builtin_isinf_sign(v) != 0)
#define __builtin_isfinite(v) ({ double __v = (v); __v - __v == 0; })
