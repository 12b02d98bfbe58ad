/* Functions of the C library, for files that declare but do not define them. */
static inline unsigned long __cprog_strnlen(const char *s, unsigned long most) {
  unsigned long n = 0;
  while (n < most && s[n])
    n++;
  return n;
}
static inline unsigned long __cprog_strlen(const char *s) { return __cprog_strnlen(s, -1); }
static inline int __cprog_strncmp(const char *a, const char *b, unsigned long n) {
  for (; n > 0; a++, b++, n--) {
    unsigned char x = *a, y = *b;
    if (x != y || !x)
      return x - y;
  }
  return 0;
}
static inline int __cprog_strcmp(const char *a, const char *b) { return __cprog_strncmp(a, b, -1); }
static inline int __cprog_memcmp(const void *a, const void *b, unsigned long n) {
  for (unsigned long k = 0; k < n; k++) {
    unsigned char x = ((const unsigned char *)a)[k], y = ((const unsigned char *)b)[k];
    if (x != y)
      return x - y;
  }
  return 0;
}
static inline int __cprog_memcpy_s(void *to, unsigned long room, const void *from, unsigned long n) {
  if (n > room)
    return 34;
  __builtin_memcpy(to, from, n);
  return 0;
}
static inline void *__cprog_memchr(const void *s, int c, unsigned long n) {
  for (const unsigned char *p = s; n > 0; p++, n--)
    if (*p == (unsigned char)c)
      return (void *)p;
  return 0;
}
static inline char *__cprog_strcpy(char *to, const char *from) {
  unsigned long n = 0;
  char c;
  do
    to[n] = c = from[n];
  while (n++, c);
  return to;
}
static inline char *__cprog_strncpy(char *to, const char *from, unsigned long most) {
  unsigned long n = 0;
  for (; n < most; n++)
    if (!(to[n] = from[n]))
      break;
  for (; n < most; n++)
    to[n] = 0;
  return to;
}
static inline char *__cprog_strncat(char *to, const char *from, unsigned long most) {
  unsigned long end = __cprog_strlen(to), n = __cprog_strnlen(from, most);
  for (unsigned long k = 0; k < n; k++)
    to[end + k] = from[k];
  to[end + n] = 0;
  return to;
}
static inline char *__cprog_strcat(char *to, const char *from) { return __cprog_strncat(to, from, -1); }
static inline char *__cprog_strchr(const char *s, int c) {
  for (;; s++) {
    char here = *s;
    if (here == (char)c)
      return (char *)s;
    if (!here)
      return 0;
  }
}
static inline char *__cprog_strrchr(const char *s, int c) {
  for (unsigned long n = __cprog_strlen(s) + 1; n > 0; n--)
    if (s[n - 1] == (char)c)
      return (char *)s + n - 1;
  return 0;
}
static inline char *__cprog_strstr(const char *s, const char *part) {
  unsigned long n = __cprog_strlen(part);
  for (;; s++) {
    if (!__cprog_strncmp(s, part, n))
      return (char *)s;
    if (!*s)
      return 0;
  }
}
static inline char *__cprog_strdup(const char *s) {
  char *copy = __builtin_malloc(__cprog_strlen(s) + 1);
  return copy ? __cprog_strcpy(copy, s) : copy;
}
static inline long __cprog_atol(const char *s) {
  long v = 0, sign = 1;
  while (*s == ' ' || *s >= 9 && *s <= 13)
    s++;
  if (*s == '-' || *s == '+')
    sign = *s++ == '-' ? -1 : 1;
  for (; *s >= '0' && *s <= '9'; s++)
    v = 10 * v + sign * (*s - '0');
  return v;
}
static inline int __cprog_atoi(const char *s) { return __cprog_atol(s); }
static inline int __cprog_abs(int v) { return v < 0 ? -v : v; }
static inline long __cprog_labs(long v) { return v < 0 ? -v : v; }
static inline int __cprog_posix_memalign(void **p, unsigned long alignment, unsigned long n) {
  void *block = __builtin_aligned_alloc(alignment, n);
  if (!block)
    return 12;
  *p = block;
  return 0;
}
static _Thread_local int __cprog_errno;
static inline int *__cprog___errno_location(void) { return &__cprog_errno; }
static inline long __cprog_time(long *t) { if (t) *t = 0; return 0; }
static inline int __cprog_gettimeofday(long *t, void *zone) { t[0] = 0; t[1] = 0; return 0; }
static inline int __cprog_getopt(int n, char *const *arguments, const char *options) { return -1; } /* there are none */
static inline char *__cprog_setlocale(int category, const char *name) { return "C"; }
static inline int __cprog_pthread_equal(unsigned long a, unsigned long b) { return a == b; }
/* A spin lock holds its owner, 0 if it is free, or this if it is destroyed. */
enum { __cprog_spin_destroyed = -1 };
static inline int __cprog_spin_used(int was) {
  if (was == __cprog_spin_destroyed)
    __cprog_assert_fail("use of a spin lock that is destroyed");
  return was;
}
static inline int __cprog_pthread_spin_init(volatile int *l, int shared) { __cprog_init(l, 0); return 0; }
static inline int __cprog_pthread_spin_destroy(volatile int *l) {
  if (__cprog_spin_used(__atomic_exchange_n(l, __cprog_spin_destroyed, 4)))
    __cprog_assert_fail("a spin lock is destroyed while it is held");
  return 0;
}
static inline int __cprog_pthread_spin_lock(volatile int *l) {
  __cprog_spin_used(__cprog_when(l, 0, (int)__cprog_self(), __cprog_spin_destroyed, __cprog_spin_destroyed));
  return 0;
}
static inline int __cprog_pthread_spin_trylock(volatile int *l) {
  int was = 0;
  __atomic_compare_exchange_n(l, &was, (int)__cprog_self(), 0, 4, 0);
  return __cprog_spin_used(was) ? 16 : 0;
}
static inline int __cprog_pthread_spin_unlock(volatile int *l) {
  if (__cprog_spin_used(__atomic_load_n(l, 0)) != (int)__cprog_self())
    __cprog_assert_fail("unlock of a spin lock that the thread does not hold");
  __cprog_store(l, 0, 6);
  return 0;
}
static inline int __cprog_pthread_once(int *o, void (*f)(void)) {
  if (__sync_bool_compare_and_swap(o, 0, 1)) {
    f();
    __cprog_store(o, 2, 6);
  } else
    while (__cprog_load(o, 2) != 2)
      ;
  return 0;
}

/* Functions of the kernel, for files that declare its atomic_t themselves. */
static inline int __cprog_atomic_read(const int *v) { return __cprog_load(v); }
static inline void __cprog_atomic_set(int *v, int to) { __cprog_store(v, to); }
static inline void __cprog_atomic_add(int by, int *v) { __sync_fetch_and_add(v, by); }
static inline void __cprog_atomic_sub(int by, int *v) { __sync_fetch_and_sub(v, by); }
static inline void __cprog_atomic_inc(int *v) { __sync_fetch_and_add(v, 1); }
static inline void __cprog_atomic_dec(int *v) { __sync_fetch_and_sub(v, 1); }
static inline int __cprog_atomic_add_return(int by, int *v) { return __sync_add_and_fetch(v, by); }
static inline int __cprog_atomic_sub_return(int by, int *v) { return __sync_sub_and_fetch(v, by); }
static inline int __cprog_atomic_inc_return(int *v) { return __sync_add_and_fetch(v, 1); }
static inline int __cprog_atomic_dec_return(int *v) { return __sync_sub_and_fetch(v, 1); }
static inline int __cprog_atomic_inc_and_test(int *v) { return __sync_add_and_fetch(v, 1) == 0; }
static inline int __cprog_atomic_dec_and_test(int *v) { return __sync_sub_and_fetch(v, 1) == 0; }
static inline int __cprog_atomic_xchg(int *v, int to) { return __atomic_exchange_n(v, to, 5); }
static inline int __cprog_atomic_cmpxchg(int *v, int old, int to) { return __sync_val_compare_and_swap(v, old, to); }
