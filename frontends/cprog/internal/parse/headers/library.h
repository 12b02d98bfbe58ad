/* Functions of the C library, for files that declare but do not define them. */
static inline unsigned long __cprog_strnlen(const char *s, unsigned long most) {
  unsigned long n = 0;
  while (n < most && s[n])
    n++;
  return n;
}
static inline unsigned long __cprog_strlen(const char *s) { return __cprog_strnlen(s, -1); }
/* atexit: the functions are called when the process ends, the last one first. */
static inline int *__cprog_handled(void) { static int handled; return &handled; }
static inline void (**__cprog_handler(int n))(void) { static void (*handlers[64])(void); return &handlers[n]; }
static inline int __cprog_atexit(void (*f)(void)) {
  int n = __cprog_fetch_add(__cprog_handled(), 1, 5);
  if (n >= 64)
    return 1;
  *__cprog_handler(n) = f;
  return 0;
}
_Noreturn void _Exit(int);
static inline int *__cprog_quickly_handled(void) { static int handled; return &handled; }
static inline void (**__cprog_quick_handler(int n))(void) { static void (*handlers[64])(void); return &handlers[n]; }
static inline int __cprog_at_quick_exit(void (*f)(void)) {
  int n = __cprog_fetch_add(__cprog_quickly_handled(), 1, 5);
  if (n >= 64)
    return 1;
  *__cprog_quick_handler(n) = f;
  return 0;
}
static inline void __cprog_quick_exit(int status) {
  while (*__cprog_quickly_handled() > 0)
    (*__cprog_quick_handler(--*__cprog_quickly_handled()))();
  _Exit(status);
}
static inline void __cprog_run_handlers(void) {
  while (*__cprog_handled() > 0)
    (*__cprog_handler(--*__cprog_handled()))();
}
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
static _Thread_local int __cprog_errno;
static inline int *__cprog___errno_location(void) { return &__cprog_errno; }
static inline char *__cprog_strndup(const char *s, unsigned long most) {
  unsigned long n = __cprog_strnlen(s, most);
  char *copy = __builtin_malloc(n + 1);
  if (copy) {
    for (unsigned long k = 0; k < n; k++)
      copy[k] = s[k];
    copy[n] = 0;
  }
  return copy;
}
static inline char *__cprog_strchrnul(const char *s, int c) {
  while (*s && *s != (char)c)
    s++;
  return (char *)s;
}
static inline char *__cprog_stpcpy(char *to, const char *from) { return __cprog_strcpy(to, from) + __cprog_strlen(from); }
static inline char *__cprog_stpncpy(char *to, const char *from, unsigned long most) {
  return __cprog_strncpy(to, from, most) + __cprog_strnlen(from, most);
}
static inline unsigned long __cprog_strspn(const char *s, const char *set) {
  unsigned long n = 0;
  while (s[n] && __cprog_strchr(set, s[n]))
    n++;
  return n;
}
static inline unsigned long __cprog_strcspn(const char *s, const char *set) {
  unsigned long n = 0;
  while (s[n] && !__cprog_strchr(set, s[n]))
    n++;
  return n;
}
static inline char *__cprog_strpbrk(const char *s, const char *set) {
  s += __cprog_strcspn(s, set);
  return *s ? (char *)s : 0;
}
static inline char *__cprog_strtok_r(char *s, const char *set, char **rest) {
  if (!s)
    s = *rest;
  s += __cprog_strspn(s, set);
  char *end = s + __cprog_strcspn(s, set);
  if (end == s) {
    *rest = s;
    return 0;
  }
  *rest = *end ? end + 1 : end;
  *end = 0;
  return s;
}
static char *__cprog_strtok_rest;
static inline char *__cprog_strtok(char *s, const char *set) { return __cprog_strtok_r(s, set, &__cprog_strtok_rest); }
static inline char *__cprog_strsep(char **s, const char *set) {
  char *first = *s;
  if (!first)
    return 0;
  char *end = first + __cprog_strcspn(first, set);
  *s = *end ? end + 1 : 0;
  *end = 0;
  return first;
}
static inline int __cprog_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static inline int __cprog_strncasecmp(const char *a, const char *b, unsigned long n) {
  for (; n > 0; a++, b++, n--) {
    int x = __cprog_lower((unsigned char)*a), y = __cprog_lower((unsigned char)*b);
    if (x != y || !x)
      return x - y;
  }
  return 0;
}
static inline int __cprog_strcasecmp(const char *a, const char *b) { return __cprog_strncasecmp(a, b, -1); }
static inline int __cprog_strcoll(const char *a, const char *b) { return __cprog_strcmp(a, b); }
static inline char *__cprog_strcasestr(const char *s, const char *part) {
  unsigned long n = __cprog_strlen(part);
  for (;; s++) {
    if (!__cprog_strncasecmp(s, part, n))
      return (char *)s;
    if (!*s)
      return 0;
  }
}
static inline void *__cprog_mempcpy(void *to, const void *from, unsigned long n) { return (char *)__builtin_memcpy(to, from, n) + n; }
static inline void *__cprog_memccpy(void *to, const void *from, int c, unsigned long n) {
  char *a = to;
  const char *b = from;
  for (; n > 0; n--)
    if ((*a++ = *b++) == (char)c)
      return a;
  return 0;
}
static inline unsigned long __cprog_strxfrm(char *to, const char *from, unsigned long n) {
  unsigned long length = __cprog_strlen(from);
  if (n)
    __cprog_strncpy(to, from, n);
  return length;
}
static inline void __cprog_swab(const void *from, void *to, long n) {
  const char *a = from;
  char *b = to;
  for (long k = 0; k + 1 < n; k += 2) {
    char c = a[k];
    b[k] = a[k + 1];
    b[k + 1] = c;
  }
}
static inline void *__cprog_lfind(const void *key, const void *base, unsigned long *n, unsigned long size, int (*compare)(const void *, const void *)) {
  for (unsigned long k = 0; k < *n; k++)
    if (!compare(key, (const char *)base + k * size))
      return (char *)base + k * size;
  return 0;
}
static inline void *__cprog_rawmemchr(const void *s, int c) { return __cprog_memchr(s, c, -1); }
static inline char *__cprog_index(const char *s, int c) { return __cprog_strchr(s, c); }
static inline char *__cprog_rindex(const char *s, int c) { return __cprog_strrchr(s, c); }
static inline int __cprog_bcmp(const void *a, const void *b, unsigned long n) { return __cprog_memcmp(a, b, n); }
static inline int __cprog_ffs(int v) { return __builtin_ffs(v); }
static inline int __cprog_ffsl(long v) { return __builtin_ffsl(v); }
static inline int __cprog_ffsll(long v) { return __builtin_ffsl(v); }
static inline void *__cprog_memmem(const void *s, unsigned long n, const void *part, unsigned long m) {
  for (const char *p = s; n >= m; p++, n--)
    if (!__cprog_memcmp(p, part, m))
      return (void *)p;
  return 0;
}
static inline void *__cprog_memrchr(const void *s, int c, unsigned long n) {
  for (; n > 0; n--)
    if (((const unsigned char *)s)[n - 1] == (unsigned char)c)
      return (unsigned char *)s + n - 1;
  return 0;
}
/* The digits of s, after a sign, as a number of at most the given sizes; a number that is too large becomes that size, and sets errno. */
static inline unsigned long __cprog_number_in(const char *s, char **end, int base, unsigned long most, unsigned long least, int has_sign) {
  const char *p = s;
  unsigned long v = 0;
  int negative = 0, any = 0, over = 0;
  if (base < 0 || base == 1 || base > 36) {
    __cprog_errno = 22;
    return 0;
  }
  while (*p == ' ' || *p >= 9 && *p <= 13)
    p++;
  if (*p == '-' || *p == '+')
    negative = *p++ == '-';
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X') &&
      (p[2] >= '0' && p[2] <= '9' || p[2] >= 'a' && p[2] <= 'f' || p[2] >= 'A' && p[2] <= 'F')) {
    p += 2;
    base = 16;
  } else if (base == 0)
    base = *p == '0' ? 8 : 10;
  for (;; p++) {
    int digit = *p >= '0' && *p <= '9' ? *p - '0' : *p >= 'a' && *p <= 'z' ? *p - 'a' + 10 : *p >= 'A' && *p <= 'Z' ? *p - 'A' + 10 : 99;
    if (digit >= base)
      break;
    any = 1;
    unsigned long limit = negative && has_sign ? least : most;
    if (over || v > (limit - digit) / base || limit < (unsigned long)digit)
      over = 1;
    else
      v = v * base + digit;
  }
  if (end)
    *end = (char *)(any ? p : s);
  if (over) {
    __cprog_errno = 34;
    return negative && has_sign ? -least : most;
  }
  return negative ? -v : v;
}
static inline long __cprog_strtol(const char *s, char **end, int base) { return __cprog_number_in(s, end, base, 0x7fffffffffffffff, 0x8000000000000000, 1); }
static inline long long __cprog_strtoll(const char *s, char **end, int base) { return __cprog_strtol(s, end, base); }
static inline unsigned long __cprog_strtoul(const char *s, char **end, int base) { return __cprog_number_in(s, end, base, -1, -1, 0); }
static inline unsigned long long __cprog_strtoull(const char *s, char **end, int base) { return __cprog_strtoul(s, end, base); }
static inline long __cprog_strtoimax(const char *s, char **end, int base) { return __cprog_strtol(s, end, base); }
static inline unsigned long __cprog_strtoumax(const char *s, char **end, int base) { return __cprog_strtoul(s, end, base); }
static inline long __cprog_atol(const char *s) { return __cprog_strtol(s, 0, 10); }
static inline long long __cprog_atoll(const char *s) { return __cprog_strtol(s, 0, 10); }
static inline int __cprog_atoi(const char *s) { return __cprog_strtol(s, 0, 10); }
/* strtod: the machine converts the digits. */
static inline int __cprog_digits(const char *s) {
  int n = 0;
  while (s[n] >= '0' && s[n] <= '9')
    n++;
  return n;
}
static inline int __cprog_decimal(const char *s) {
  int n = *s == '-' || *s == '+', whole = __cprog_digits(s + n), part = 0, any = whole;
  n += whole;
  if (s[n] == '.') {
    part = __cprog_digits(s + n + 1);
    any += part;
    if (any)
      n += 1 + part;
  }
  if (!any)
    return 0;
  if (s[n] == 'e' || s[n] == 'E') {
    int sign = s[n + 1] == '-' || s[n + 1] == '+', power = __cprog_digits(s + n + 1 + sign);
    if (power)
      n += 1 + sign + power;
  }
  return n;
}
static inline int __cprog_hex_digits(const char *s) {
  int n = 0;
  while (s[n] >= '0' && s[n] <= '9' || s[n] >= 'a' && s[n] <= 'f' || s[n] >= 'A' && s[n] <= 'F')
    n++;
  return n;
}
static inline int __cprog_hexadecimal(const char *s) {
  int n = *s == '-' || *s == '+';
  if (s[n] != '0' || (s[n + 1] | 32) != 'x')
    return 0;
  n += 2;
  int any = __cprog_hex_digits(s + n);
  n += any;
  if (s[n] == '.') {
    int part = __cprog_hex_digits(s + n + 1);
    any += part;
    n += any ? 1 + part : 0;
  }
  if (any && (s[n] | 32) == 'p') {
    int sign = s[n + 1] == '-' || s[n + 1] == '+', power = __cprog_digits(s + n + 1 + sign);
    n += power ? 1 + sign + power : 0;
  }
  return any ? n : 0;
}
/* inf, infinity, nan or nan(...), after a sign. */
static inline int __cprog_no_number(const char *s) {
  int n = *s == '-' || *s == '+';
  if (!__cprog_strncasecmp(s + n, "inf", 3))
    return n + (__cprog_strncasecmp(s + n, "infinity", 8) ? 3 : 8);
  if (__cprog_strncasecmp(s + n, "nan", 3))
    return 0;
  n += 3;
  int k = n + 1;
  if (s[n] == '(') {
    while (s[k] == '_' || s[k] >= '0' && s[k] <= '9' || (s[k] | 32) >= 'a' && (s[k] | 32) <= 'z')
      k++;
    if (s[k] == ')')
      n = k + 1;
  }
  return n;
}
/* The number at s as a double or, if it is single, as a float. */
static inline double __cprog_double_in(const char *s, char **end, int single) {
  const char *p = s;
  while (*p == ' ' || *p >= 9 && *p <= 13)
    p++;
  int n = __cprog_hexadecimal(p), finite = 1;
  if (!n)
    n = __cprog_decimal(p);
  if (!n) {
    n = __cprog_no_number(p);
    finite = 0;
  }
  union { unsigned long bits; double v; } u = { n ? __cprog_number(p, n, single) : 0 };
  if (end)
    *end = (char *)(n ? p + n : s);
  if (finite && n) {
    double size = u.v < 0 ? -u.v : u.v;
    int digits = 0;
    for (int k = 0; k < n && (p[k] | 32) != 'p' && ((p[k] | 32) != 'e' || p[1] == 'x' || p[2] == 'x'); k++)
      digits |= p[k] >= '1' && p[k] <= '9';
    if (size - size != 0 || digits && size < (single ? 1.17549435082228750797e-38 : 2.22507385850720138309e-308))
      __cprog_errno = 34;
  }
  return u.v;
}
static inline double __cprog_strtod(const char *s, char **end) { return __cprog_double_in(s, end, 0); }
static inline float __cprog_strtof(const char *s, char **end) { return __cprog_double_in(s, end, 1); }
static inline double __cprog_atof(const char *s) { return __cprog_strtod(s, 0); }
/* rand and random, as in glibc, with a state for each thread. */
static _Thread_local struct { unsigned r[31]; int at, ready; } __cprog_rand_state;
static inline void __cprog_srand(unsigned seed) {
  int v = seed ? seed : 1;
  __cprog_rand_state.r[0] = v;
  for (int i = 1; i < 31; i++) {
    v = 16807L * v % 2147483647;
    if (v < 0)
      v += 2147483647;
    __cprog_rand_state.r[i] = v;
  }
  __cprog_rand_state.ready = 1;
  for (int i = 3; i < 313; i++)
    __cprog_rand_state.r[i % 31] += __cprog_rand_state.r[(i - 3) % 31];
  __cprog_rand_state.at = 3;
}
static inline int __cprog_rand(void) {
  if (!__cprog_rand_state.ready)
    __cprog_srand(1);
  int at = __cprog_rand_state.at;
  __cprog_rand_state.at = (at + 1) % 31;
  return (__cprog_rand_state.r[at] += __cprog_rand_state.r[(at + 28) % 31]) >> 1;
}
static inline void __cprog_srandom(unsigned seed) { __cprog_srand(seed); }
static inline long __cprog_random(void) { return __cprog_rand(); }
static inline int __cprog_rand_r(unsigned *seed) {
  unsigned next = *seed;
  int v = 0;
  for (int k = 0; k < 3; k++) {
    next = next * 1103515245 + 12345;
    v = k ? v << 10 ^ next / 65536 % 1024 : next / 65536 % 2048;
  }
  *seed = next;
  return v;
}
/* Bytes that look random, the same in each execution; a sequence for each thread. */
static _Thread_local unsigned __cprog_entropy;
static inline long __cprog_getrandom(void *to, unsigned long n, unsigned flags) {
  for (unsigned long k = 0; k < n; k++)
    ((unsigned char *)to)[k] = __cprog_rand_r(&__cprog_entropy) >> 8;
  return n;
}
static inline int __cprog_getentropy(void *to, unsigned long n) { return n > 256 ? -1 : (__cprog_getrandom(to, n, 0), 0); }
/* drand48 and its like, as in POSIX. */
static _Thread_local unsigned long __cprog_rand48_state;
static inline unsigned long __cprog_next48(unsigned long *x) { return *x = (*x * 0x5deece66dul + 0xb) & 0xfffffffffffful; }
static inline unsigned long __cprog_of48(unsigned short *x) {
  unsigned long v = __cprog_next48(&(unsigned long){ x[0] | (unsigned long)x[1] << 16 | (unsigned long)x[2] << 32 });
  x[0] = v;
  x[1] = v >> 16;
  x[2] = v >> 32;
  return v;
}
static inline unsigned long __cprog_own48(void) {
  __cprog_rand48_state = (__cprog_rand48_state * 0x5deece66dul + 0xb) & 0xfffffffffffful;
  return __cprog_rand48_state;
}
static inline void __cprog_srand48(long seed) { __cprog_rand48_state = (seed & 0xffffffff) << 16 | 0x330e; }
static inline double __cprog_drand48(void) { return __cprog_own48() / 281474976710656.0; }
static inline long __cprog_lrand48(void) { return __cprog_own48() >> 17; }
static inline long __cprog_mrand48(void) { return (int)(__cprog_own48() >> 16); }
static inline double __cprog_erand48(unsigned short x[3]) { return __cprog_of48(x) / 281474976710656.0; }
static inline long __cprog_nrand48(unsigned short x[3]) { return __cprog_of48(x) >> 17; }
static inline long __cprog_jrand48(unsigned short x[3]) { return (int)(__cprog_of48(x) >> 16); }
/* Elements are moved one place at a time, so that equal ones keep their order. */
static inline void __cprog_qsort(void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *)) {
  for (unsigned long k = 1; k < n; k++)
    for (unsigned long at = k; at > 0; at--) {
      char *x = (char *)base + (at - 1) * size;
      if (compare(x, x + size) <= 0)
        break;
      __cprog_swap_blocks(x, x + size, size);
    }
}
static inline void __cprog_qsort_r(void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *, void *), void *more) {
  for (unsigned long k = 1; k < n; k++)
    for (unsigned long at = k; at > 0; at--) {
      char *x = (char *)base + (at - 1) * size;
      if (compare(x, x + size, more) <= 0)
        break;
      __cprog_swap_blocks(x, x + size, size);
    }
}
static inline void *__cprog_bsearch(const void *key, const void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *)) {
  for (unsigned long from = 0; from < n;) {
    unsigned long at = (from + n) / 2;
    const void *p = (const char *)base + at * size;
    int order = compare(key, p);
    if (order == 0)
      return (void *)p;
    if (order < 0)
      n = at;
    else
      from = at + 1;
  }
  return 0;
}
static inline int __cprog_snprintf(char *to, unsigned long room, const char *f, ...);
static inline char *__cprog_strerror(int error) {
  static char unknown[32];
  switch (error) {
  case 0: return "Success";
  case 1: return "Operation not permitted";
  case 2: return "No such file or directory";
  case 3: return "No such process";
  case 4: return "Interrupted system call";
  case 5: return "Input/output error";
  case 6: return "No such device or address";
  case 7: return "Argument list too long";
  case 8: return "Exec format error";
  case 9: return "Bad file descriptor";
  case 10: return "No child processes";
  case 11: return "Resource temporarily unavailable";
  case 12: return "Cannot allocate memory";
  case 13: return "Permission denied";
  case 14: return "Bad address";
  case 16: return "Device or resource busy";
  case 17: return "File exists";
  case 18: return "Invalid cross-device link";
  case 19: return "No such device";
  case 20: return "Not a directory";
  case 21: return "Is a directory";
  case 22: return "Invalid argument";
  case 23: return "Too many open files in system";
  case 24: return "Too many open files";
  case 25: return "Inappropriate ioctl for device";
  case 27: return "File too large";
  case 28: return "No space left on device";
  case 29: return "Illegal seek";
  case 30: return "Read-only file system";
  case 31: return "Too many links";
  case 32: return "Broken pipe";
  case 33: return "Numerical argument out of domain";
  case 34: return "Numerical result out of range";
  case 35: return "Resource deadlock avoided";
  case 36: return "File name too long";
  case 38: return "Function not implemented";
  case 39: return "Directory not empty";
  case 40: return "Too many levels of symbolic links";
  case 71: return "Protocol error";
  case 75: return "Value too large for defined data type";
  case 84: return "Invalid or incomplete multibyte or wide character";
  case 90: return "Message too long";
  case 95: return "Operation not supported";
  case 98: return "Address already in use";
  case 99: return "Cannot assign requested address";
  case 104: return "Connection reset by peer";
  case 105: return "No buffer space available";
  case 106: return "Transport endpoint is already connected";
  case 107: return "Transport endpoint is not connected";
  case 110: return "Connection timed out";
  case 111: return "Connection refused";
  case 113: return "No route to host";
  case 114: return "Operation already in progress";
  case 115: return "Operation now in progress";
  case 125: return "Operation canceled";
  case 130: return "Owner died";
  case 131: return "State not recoverable";
  }
  __cprog_snprintf(unknown, sizeof unknown, "Unknown error %d", error);
  return unknown;
}
static inline char *__cprog_strerror_r(int error, char *to, unsigned long room) { return __cprog_strerror(error); }
/* What printf writes: to memory, if there is room. */
struct __cprog_out { char *to; unsigned long room, n; };
static inline void __cprog_put(struct __cprog_out *o, char c) {
  if (o->n < o->room)
    o->to[o->n] = c;
  o->n++;
}
static inline void __cprog_pad(struct __cprog_out *o, char c, long n) {
  for (; n > 0; n--)
    __cprog_put(o, c);
}
static inline void __cprog_put_number(struct __cprog_out *o, unsigned long v, char sign, int base, char conversion, int alternate, int left, int zero, long width, long precision) {
  char digits[24];
  int n = 0;
  const char *all = conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef", *prefix = "";
  if (alternate && base == 16 && v)
    prefix = conversion == 'X' ? "0X" : "0x";
  for (; v; v /= base)
    digits[n++] = all[v % base];
  if (alternate && base == 8 && precision <= n)
    precision = n + 1;
  long least = precision < 0 ? 1 : precision, length = (n > least ? n : least) + (sign != 0) + (*prefix ? 2 : 0);
  if (precision < 0 && zero && !left && width > length) {
    least += width - length + (n > least ? n - least : 0);
    length = width;
  }
  if (!left)
    __cprog_pad(o, ' ', width - length);
  if (sign)
    __cprog_put(o, sign);
  for (; *prefix; prefix++)
    __cprog_put(o, *prefix);
  __cprog_pad(o, '0', least - n);
  while (n > 0)
    __cprog_put(o, digits[--n]);
  if (left)
    __cprog_pad(o, ' ', width - length);
}
static inline void __cprog_set_number(void *to, unsigned long v, int size) {
  if (size == 8)
    *(long *)to = v;
  else if (size == 4)
    *(int *)to = v;
  else if (size == 2)
    *(short *)to = v;
  else
    *(char *)to = v;
}
static inline int __cprog_vsnprintf(char *to, unsigned long room, const char *f, __builtin_va_list a) {
  struct __cprog_out out = { to, room ? room - 1 : 0, 0 }, *o = &out;
  for (; *f; f++) {
    if (*f != '%') {
      __cprog_put(o, *f);
      continue;
    }
    int left = 0, plus = 0, space = 0, alternate = 0, zero = 0, size = 4;
    for (;; ) {
      f++;
      if (*f == '\'') continue;
      if (*f == '-') left = 1;
      else if (*f == '+') plus = 1;
      else if (*f == ' ') space = 1;
      else if (*f == '#') alternate = 1;
      else if (*f == '0') zero = 1;
      else break;
    }
    long width = 0, precision = -1;
    if (*f == '*') {
      width = __builtin_va_arg(a, int);
      if (width < 0) {
        left = 1;
        width = -width;
      }
      f++;
    } else
      for (; *f >= '0' && *f <= '9'; f++)
        width = width * 10 + *f - '0';
    if (*f == '.') {
      f++;
      precision = 0;
      if (*f == '*') {
        precision = __builtin_va_arg(a, int);
        f++;
      } else
        for (; *f >= '0' && *f <= '9'; f++)
          precision = precision * 10 + *f - '0';
    }
    for (;; f++) {
      if (*f == 'h') size = size == 2 ? 1 : 2;
      else if (*f == 'l' || *f == 'z' || *f == 't' || *f == 'j') size = 8;
      else if (*f == 'L') size = 16;
      else break;
    }
    char c = *f;
    if (size == 8 && (c == 'c' || c == 's'))
      __cprog_unsupported("wide characters are not supported in printf where the result matters");
    if (c == 'd' || c == 'i') {
      long v = __builtin_va_arg(a, long);
      v = size == 8 ? v : size == 4 ? (int)v : size == 2 ? (short)v : (signed char)v;
      __cprog_put_number(o, v < 0 ? -(unsigned long)v : v, v < 0 ? '-' : plus ? '+' : space ? ' ' : 0, 10, c, 0, left, zero, width, precision);
    } else if (c == 'u' || c == 'x' || c == 'X' || c == 'o') {
      unsigned long v = __builtin_va_arg(a, unsigned long);
      v = size == 8 ? v : size == 4 ? (unsigned)v : size == 2 ? (unsigned short)v : (unsigned char)v;
      __cprog_put_number(o, v, 0, c == 'u' ? 10 : c == 'o' ? 8 : 16, c, alternate, left, zero, width, precision);
    } else if (c == 'p') {
      unsigned long v = __builtin_va_arg(a, unsigned long);
      const char *nil = "(nil)";
      if (v)
        __cprog_put_number(o, v, 0, 16, 'x', 1, left, 0, width, -1);
      else {
        if (!left)
          __cprog_pad(o, ' ', width - 5);
        for (; *nil; nil++)
          __cprog_put(o, *nil);
        if (left)
          __cprog_pad(o, ' ', width - 5);
      }
    } else if (c == 'c') {
      char v = __builtin_va_arg(a, int);
      if (!left)
        __cprog_pad(o, ' ', width - 1);
      __cprog_put(o, v);
      if (left)
        __cprog_pad(o, ' ', width - 1);
    } else if (c == 's') {
      const char *s = __builtin_va_arg(a, const char *);
      if (!s)
        s = precision < 0 || precision >= 6 ? "(null)" : "";
      long n = __cprog_strnlen(s, precision < 0 ? -1 : precision);
      if (!left)
        __cprog_pad(o, ' ', width - n);
      for (long k = 0; k < n; k++)
        __cprog_put(o, s[k]);
      if (left)
        __cprog_pad(o, ' ', width - n);
    } else if (c == 'f' || c == 'F' || c == 'e' || c == 'E' || c == 'g' || c == 'G' || c == 'a' || c == 'A') {
      char digits[512];
      union { double v; unsigned long bits; } u = { size == 16 ? (double)__builtin_va_arg(a, long double) : __builtin_va_arg(a, double) };
      int negative = u.bits >> 63;
      char sign = negative ? '-' : plus ? '+' : space ? ' ' : 0;
      if (precision > 100)
        __cprog_unsupported("more than 100 digits after the point are not supported where the result matters");
      if (size == 16 && (c | 32) == 'a')
        __cprog_unsupported("a long double is not supported in hexadecimal where the result matters");
      long n = __cprog_float_text(digits, u.bits & ~(1ul << 63), alternate ? c | 128 : c, precision < 0 && (c | 32) != 'a' ? 6 : precision), length = n + (sign != 0);
      if (digits[0] == 'i' || digits[0] == 'n' || digits[0] == 'I' || digits[0] == 'N')
        zero = 0;
      if (zero && !left && (c | 32) == 'a')
        __cprog_unsupported("zeros before a hexadecimal floating-point number are not supported where the result matters");
      if (!left && !zero)
        __cprog_pad(o, ' ', width - length);
      if (sign)
        __cprog_put(o, sign);
      if (!left && zero)
        __cprog_pad(o, '0', width - length);
      for (long k = 0; k < n; k++)
        __cprog_put(o, digits[k]);
      if (left)
        __cprog_pad(o, ' ', width - length);
    } else if (c == '%')
      __cprog_put(o, c);
    else if (c == 'n')
      __cprog_set_number(__builtin_va_arg(a, void *), o->n, size);
    else if (c == 'm') {
      for (const char *s = __cprog_strerror(__cprog_errno); *s; s++)
        __cprog_put(o, *s);
    } else
      __cprog_unsupported("this conversion of printf is not supported where the result matters");
  }
  if (room)
    to[out.n < room ? out.n : room - 1] = 0;
  return out.n;
}
/* sscanf. */
static inline int __cprog_in_set(const char *set, const char *end, char c) {
  int inverse = *set == '^', in = 0;
  for (set += inverse; set < end; set++) {
    if (set + 2 < end && set[1] == '-') {
      in |= c >= set[0] && c <= set[2];
      set += 2;
    } else
      in |= *set == c;
  }
  return in != inverse;
}
static inline int __cprog_is_space(char c) { return c == ' ' || c >= 9 && c <= 13; }
static inline int __cprog_vsscanf(const char *text, const char *f, __builtin_va_list a) {
  const char *s = text;
  int done = 0;
  for (; *f; f++) {
    if (__cprog_is_space(*f)) {
      while (__cprog_is_space(*s))
        s++;
      continue;
    }
    if (*f != '%' || *++f == '%') {
      if (*f == '%')
        while (__cprog_is_space(*s))
          s++;
      if (*s != *f)
        return done || *s ? done : -1;
      s++;
      continue;
    }
    int skip = *f == '*', size = 4;
    f += skip;
    long width = 0;
    for (; *f >= '0' && *f <= '9'; f++)
      width = width * 10 + *f - '0';
    for (;; f++) {
      if (*f == 'h') size = size == 2 ? 1 : 2;
      else if (*f == 'l' || *f == 'z' || *f == 't' || *f == 'j') size = 8;
      else break;
    }
    char c = *f;
    if (c == 'n') {
      __cprog_set_number(__builtin_va_arg(a, void *), s - text, size);
      continue;
    }
    if (c != 'c' && c != '[')
      while (__cprog_is_space(*s))
        s++;
    if (!*s)
      return done ? done : -1;
    char part[64];
    long n = 0;
    if (c == 'd' || c == 'i' || c == 'u' || c == 'x' || c == 'X' || c == 'o' || c == 'p' || c == 'f' || c == 'e' || c == 'g' || c == 'E' || c == 'G') {
      for (; s[n] && !__cprog_is_space(s[n]) && n < 63 && (!width || n < width); n++)
        part[n] = s[n];
      part[n] = 0;
      char *end;
      if (c == 'f' || c == 'e' || c == 'g' || c == 'E' || c == 'G') {
        double v = __cprog_strtod(part, &end);
        if (end == part)
          return done;
        if (!skip && size == 8)
          *__builtin_va_arg(a, double *) = v;
        else if (!skip)
          *__builtin_va_arg(a, float *) = v;
      } else {
        unsigned long v = __cprog_number_in(part, &end, c == 'i' ? 0 : c == 'd' || c == 'u' ? 10 : c == 'o' ? 8 : 16, -1, -1, 0);
        if (end == part)
          return done;
        if (!skip)
          __cprog_set_number(__builtin_va_arg(a, void *), v, c == 'p' ? 8 : size);
      }
      s += end - part;
    } else if (c == 'c' || c == 's' || c == '[') {
      const char *set = f + 1, *after = set;
      if (c == '[') {
        after += *after == '^';
        after += *after == ']';
        while (*after && *after != ']')
          after++;
        f = after;
      }
      char *to = skip ? 0 : __builtin_va_arg(a, char *);
      if (c == 'c' && !width)
        width = 1;
      for (; s[n] && (!width || n < width) && (c == 'c' || c == 's' && !__cprog_is_space(s[n]) || c == '[' && __cprog_in_set(set, after, s[n])); n++)
        if (to)
          to[n] = s[n];
      if (c == '[' && !n || c == 'c' && n < width)
        return done;
      if (to && c != 'c')
        to[n] = 0;
      s += n;
    } else
      __cprog_unsupported("this conversion of scanf is not supported");
    done += !skip;
  }
  return done;
}
static inline int __cprog_sscanf(const char *s, const char *f, ...) {
  __builtin_va_list a;
  __builtin_va_start(a, f);
  return __cprog_vsscanf(s, f, a);
}
static inline int __cprog_vsprintf(char *to, const char *f, __builtin_va_list a) { return __cprog_vsnprintf(to, -1, f, a); }
static inline int __cprog_snprintf(char *to, unsigned long room, const char *f, ...) {
  __builtin_va_list a;
  __builtin_va_start(a, f);
  return __cprog_vsnprintf(to, room, f, a);
}
static inline int __cprog_sprintf(char *to, const char *f, ...) {
  __builtin_va_list a;
  __builtin_va_start(a, f);
  return __cprog_vsnprintf(to, -1, f, a);
}
static inline int __cprog_vasprintf(char **to, const char *f, __builtin_va_list a) {
  __builtin_va_list again;
  __builtin_va_copy(again, a);
  int n = __cprog_vsnprintf(0, 0, f, a);
  *to = __builtin_malloc(n + 1);
  return *to ? __cprog_vsnprintf(*to, n + 1, f, again) : -1;
}
static inline int __cprog_asprintf(char **to, const char *f, ...) {
  __builtin_va_list a;
  __builtin_va_start(a, f);
  return __cprog_vasprintf(to, f, a);
}
static inline int __cprog_dprintf(int file, const char *f, ...) {
  __builtin_va_list a;
  __builtin_va_start(a, f);
  return __cprog_vsnprintf(0, 0, f, a);
}
static inline int __cprog_vprintf(const char *f, __builtin_va_list a) { return __cprog_vsnprintf(0, 0, f, a); }
static inline int __cprog_vfprintf(void *file, const char *f, __builtin_va_list a) { return __cprog_vsnprintf(0, 0, f, a); }
static inline int __cprog_printf(const char *f, ...) {
  __builtin_va_list a;
  __builtin_va_start(a, f);
  return __cprog_vsnprintf(0, 0, f, a);
}
static inline int __cprog_fprintf(void *file, const char *f, ...) {
  __builtin_va_list a;
  __builtin_va_start(a, f);
  return __cprog_vsnprintf(0, 0, f, a);
}
static inline int __cprog_puts(const char *s) { return __cprog_strlen(s) + 1; }
static inline int __cprog_fputs(const char *s, void *file) { return 1; }
static inline int __cprog_putchar(int c) { return (unsigned char)c; }
static inline int __cprog_putc(int c, void *file) { return (unsigned char)c; }
static inline int __cprog_fputc(int c, void *file) { return (unsigned char)c; }
/* Functions that only their addresses stand for. */
static inline void *__cprog_via_malloc(unsigned long n) { return __builtin_malloc(n); }
static inline void *__cprog_via_calloc(unsigned long n, unsigned long size) { return __builtin_calloc(n, size); }
static inline void *__cprog_via_realloc(void *p, unsigned long n) { return __builtin_realloc(p, n); }
static inline void *__cprog_via_memcpy(void *to, const void *from, unsigned long n) { return __builtin_memcpy(to, from, n); }
static inline void *__cprog_via_memmove(void *to, const void *from, unsigned long n) { return __builtin_memmove(to, from, n); }
static inline void *__cprog_via_memset(void *to, int c, unsigned long n) { return __builtin_memset(to, c, n); }
static inline void __cprog_via_exit(int status) { __builtin_exit(status); }
static inline void __cprog_via_abort(void) { __builtin_abort(); }
static inline long long __cprog_llabs(long long v) { return v < 0 ? -v : v; }
static inline int __cprog_abs(int v) { return v < 0 ? -v : v; }
static inline long __cprog_labs(long v) { return v < 0 ? -v : v; }
static inline void *__cprog_reallocarray(void *p, unsigned long n, unsigned long size) {
  unsigned long bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    __cprog_errno = 12;
    return 0;
  }
  return __builtin_realloc(p, bytes);
}
static inline int __cprog_posix_memalign(void **p, unsigned long alignment, unsigned long n) {
  if (alignment < 8 || alignment & (alignment - 1))
    return 22;
  void *block = __builtin_aligned_alloc(alignment, n);
  if (!block)
    return 12;
  *p = block;
  return 0;
}
/* The clock: a time is seconds and nanoseconds. */
enum { __cprog_begun = 1700000000, __cprog_booted = 1000 };
static inline long __cprog_time(long *t) {
  long now = __cprog_begun + __cprog_now() / 1000000000;
  if (t)
    *t = now;
  return now;
}
static inline int __cprog_gettimeofday(long *t, void *zone) {
  long now = __cprog_now();
  t[0] = __cprog_begun + now / 1000000000;
  t[1] = now % 1000000000 / 1000;
  return 0;
}
static inline int __cprog_clock_gettime(int id, long *t) {
  if (id < 0 || id > 7) {
    __cprog_errno = 22;
    return -1;
  }
  long now = id == 2 || id == 3 ? 0 : __cprog_now();
  t[0] = (id == 0 || id == 5 ? __cprog_begun : id == 2 || id == 3 ? 0 : __cprog_booted) + now / 1000000000;
  t[1] = now % 1000000000;
  return 0;
}
static inline int __cprog_clock_getres(int id, long *t) {
  if (id < 0 || id > 7) {
    __cprog_errno = 22;
    return -1;
  }
  if (t) {
    t[0] = 0;
    t[1] = id == 5 || id == 6 ? 4000000 : 1; /* the coarse ones, as Linux on most machines has them */
  }
  return 0;
}
static inline int __cprog_timespec_get(long *t, int base) {
  if (base != 1)
    return 0;
  __cprog_clock_gettime(0, t);
  return base;
}
static inline int __cprog_clock_nanosleep(int id, int flags, const long *t, long *left) {
  if (t[0] < 0 || t[1] < 0 || t[1] >= 1000000000)
    return 22;
  long from = 0;
  if (flags & 1) {
    long now[2];
    __cprog_clock_gettime(id, now);
    from = now[0] * 1000000000 + now[1];
  }
  long nap = t[0] * 1000000000 + t[1] - from;
  __cprog_nap(nap > 0 ? nap : 0);
  return 0;
}
static inline int __cprog_nanosleep(const long *t, long *left) {
  int error = __cprog_clock_nanosleep(0, 0, t, left);
  if (error)
    __cprog_errno = error;
  return error ? -1 : 0;
}
extern char *optarg;
extern int optind, opterr, optopt;
static int __cprog_in_word; /* of several options, the place of the next one */
static inline int __cprog_getopt(int n, char *const *a, const char *options) {
  if (optind == 0)
    optind = 1;
  if (!__cprog_in_word) {
    if (optind >= n)
      return -1;
    if (a[optind][0] != '-' || !a[optind][1]) {
      for (int k = optind + 1; k < n; k++)
        if (a[k][0] == '-' && a[k][1])
          __cprog_unsupported("an option after an argument that is none is not supported");
      return -1;
    }
    if (a[optind][1] == '-') {
      if (a[optind][2])
        __cprog_unsupported("an option with a long name is not supported");
      optind++;
      return -1;
    }
    __cprog_in_word = 1;
  }
  char c = a[optind][__cprog_in_word++];
  const char *o = c == ':' ? 0 : __cprog_strchr(options, c);
  const char *rest = a[optind] + __cprog_in_word;
  int takes = o && o[1] == ':';
  optarg = takes && *rest ? (char *)rest : 0;
  if (takes || !*rest) {
    optind++;
    __cprog_in_word = 0;
  }
  if (takes && !optarg && o[2] != ':') {
    if (optind >= n) {
      optopt = c;
      return *options == ':' ? ':' : '?';
    }
    optarg = a[optind++];
  }
  if (!o)
    optopt = c;
  return o ? c : '?';
}
/* The process and its threads: main's number is the process's. */
enum { __cprog_process = 1000 };
static inline int __cprog_getpid(void) { return __cprog_process; }
static inline int __cprog_getppid(void) { return 1; }
static inline int __cprog_gettid(void) { return __cprog_process - 1 + (int)__cprog_self(); }
static inline unsigned __cprog_getuid(void) { return 1000; }
static inline unsigned __cprog_geteuid(void) { return 1000; }
static inline unsigned __cprog_getgid(void) { return 1000; }
static inline unsigned __cprog_getegid(void) { return 1000; }
/* No signal ever arrives. */
static inline int __cprog_pause(void) { __cprog_never(); return -1; }
static inline long __cprog_syscall(long number, ...) {
  switch (number) {
  case 24: return 0;
  case 34: return __cprog_pause();
  case 39: return __cprog_getpid();
  case 110: return __cprog_getppid();
  case 186: return __cprog_gettid();
  }
  __cprog_unsupported("this system call is not supported");
}
static inline char *__cprog_setlocale(int category, const char *name) { return "C"; }
static inline int __cprog_pthread_equal(unsigned long a, unsigned long b) { return a == b; }
static inline int __cprog_pthread_mutexattr_getrobust(const int *kind, int *robust) { *robust = *kind >> 2 & 1; return 0; }
static inline int __cprog_pthread_mutexattr_gettype(const int *kind, int *type) {
  *type = *kind & 3;
  return 0;
}
static inline int __cprog_pthread_attr_getdetachstate(const int *state, int *detached) {
  *detached = *state;
  return 0;
}
/* Attributes that change nothing else, in a program that reads some: as fields of the number of a mutex's or a condition variable's, and
   of a thread's as two ints, for whether it inherits its schedule and for its policy, and then longs. */
enum { __cprog_guard = 1, __cprog_stack, __cprog_stack_end, __cprog_priority };
static inline int __cprog_set_field(int *all, int from, int bits, int v, int least, int most) {
  if (v < least || v > most)
    return 22;
  *all = *all & ~((1 << bits) - 1 << from) | v << from;
  return 0;
}
static inline int __cprog_get_field(int all, int from, int bits, int *v) { *v = all >> from & (1 << bits) - 1; return 0; }
static inline int __cprog_kept_pthread_attr_init(long *a) {
  ((int *)a)[0] = ((int *)a)[1] = 0;
  a[__cprog_guard] = 4096;
  a[__cprog_stack] = a[__cprog_stack_end] = a[__cprog_priority] = 0;
  return 0;
}
static inline int __cprog_kept_pthread_attr_setscope(void *a, int scope) { return scope == 0 ? 0 : scope == 1 ? 95 : 22; }
static inline int __cprog_pthread_attr_getscope(const void *a, int *scope) { *scope = 0; return 0; }
static inline int __cprog_kept_pthread_attr_setstacksize(long *a, unsigned long n) {
  if (n < 16384)
    return 22;
  a[__cprog_stack] = n;
  return 0;
}
static inline int __cprog_pthread_attr_getstacksize(const long *a, unsigned long *n) { *n = a[__cprog_stack] ? a[__cprog_stack] : 8388608; return 0; }
static inline int __cprog_kept_pthread_attr_setstack(long *a, void *from, unsigned long n) {
  if (n < 16384)
    return 22;
  a[__cprog_stack] = n;
  a[__cprog_stack_end] = (long)from + n;
  return 0;
}
static inline int __cprog_pthread_attr_getstack(const long *a, void **from, unsigned long *n) {
  *n = a[__cprog_stack];
  *from = (void *)(a[__cprog_stack_end] - a[__cprog_stack]);
  return 0;
}
static inline int __cprog_kept_pthread_attr_setguardsize(long *a, unsigned long n) { a[__cprog_guard] = n; return 0; }
static inline int __cprog_pthread_attr_getguardsize(const long *a, unsigned long *n) { *n = a[__cprog_guard]; return 0; }
static inline int __cprog_kept_pthread_attr_setinheritsched(int *a, int v) { return __cprog_set_field(a + 1, 0, 1, v, 0, 1); }
static inline int __cprog_pthread_attr_getinheritsched(const int *a, int *v) { return __cprog_get_field(a[1], 0, 1, v); }
static inline int __cprog_kept_pthread_attr_setschedpolicy(int *a, int v) { return __cprog_set_field(a + 1, 1, 2, v, 0, 2); }
static inline int __cprog_pthread_attr_getschedpolicy(const int *a, int *v) { return __cprog_get_field(a[1], 1, 2, v); }
static inline int __cprog_kept_pthread_attr_setschedparam(long *a, const int *priority) {
  int policy = ((int *)a)[1] >> 1 & 3;
  if (*priority < (policy ? 1 : 0) || *priority > (policy ? 99 : 0))
    return 22;
  a[__cprog_priority] = *priority;
  return 0;
}
static inline int __cprog_pthread_attr_getschedparam(const long *a, int *priority) { *priority = a[__cprog_priority]; return 0; }
static inline int __cprog_kept_pthread_mutexattr_setpshared(int *a, int v) { return __cprog_set_field(a, 3, 1, v, 0, 1); }
static inline int __cprog_pthread_mutexattr_getpshared(const int *a, int *v) { return __cprog_get_field(*a, 3, 1, v); }
static inline int __cprog_kept_pthread_mutexattr_setprotocol(int *a, int v) { return __cprog_set_field(a, 4, 2, v, 0, 2); }
static inline int __cprog_pthread_mutexattr_getprotocol(const int *a, int *v) { return __cprog_get_field(*a, 4, 2, v); }
static inline int __cprog_kept_pthread_mutexattr_setprioceiling(int *a, int v) { return __cprog_set_field(a, 8, 8, v, 1, 99); }
static inline int __cprog_pthread_mutexattr_getprioceiling(const int *a, int *v) {
  __cprog_get_field(*a, 8, 8, v);
  if (!*v)
    *v = 1;
  return 0;
}
static inline int __cprog_kept_pthread_condattr_init(int *a) { *a = 0; return 0; }
static inline int __cprog_kept_pthread_condattr_setpshared(int *a, int v) { return __cprog_set_field(a, 0, 1, v, 0, 1); }
static inline int __cprog_pthread_condattr_getpshared(const int *a, int *v) { return __cprog_get_field(*a, 0, 1, v); }
static inline int __cprog_kept_pthread_condattr_setclock(int *a, int v) { return __cprog_set_field(a, 1, 1, v, 0, 1); }
static inline int __cprog_pthread_condattr_getclock(const int *a, int *v) { return __cprog_get_field(*a, 1, 1, v); }
static inline int __cprog_kept_pthread_rwlockattr_init(int *a) { *a = 0; return 0; }
static inline int __cprog_kept_pthread_rwlockattr_setpshared(int *a, int v) { return __cprog_set_field(a, 0, 1, v, 0, 1); }
static inline int __cprog_pthread_rwlockattr_getpshared(const int *a, int *v) { return __cprog_get_field(*a, 0, 1, v); }
static inline int __cprog_kept_pthread_rwlockattr_setkind_np(int *a, int v) { return __cprog_set_field(a, 1, 2, v, 0, 2); }
static inline int __cprog_pthread_rwlockattr_getkind_np(const int *a, int *v) { return __cprog_get_field(*a, 1, 2, v); }
static inline int __cprog_kept_pthread_barrierattr_init(int *a) { *a = 0; return 0; }
static inline int __cprog_kept_pthread_barrierattr_setpshared(int *a, int v) { return __cprog_set_field(a, 0, 1, v, 0, 1); }
static inline int __cprog_pthread_barrierattr_getpshared(const int *a, int *v) { return __cprog_get_field(*a, 0, 1, v); }
/* Concurrency is a hint, which is kept. */
static inline int *__cprog_concurrency(void) { static int level; return &level; }
static inline int __cprog_pthread_getconcurrency(void) { return *__cprog_concurrency(); }
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
/* Named semaphores, in memory: one that has no name any more exists until all have closed it. */
typedef struct { int __permits, __turns, __destroyed, __unused; long __rest[2]; } __cprog_semaphore;
int sem_init(), sem_destroy();
struct __cprog_named { __cprog_semaphore sem; int opened; char name[32]; };
enum { __cprog_most_named = 16 };
static inline struct __cprog_named *__cprog_all_named(void) { static struct __cprog_named all[__cprog_most_named]; return all; }
static inline int *__cprog_named_lock(void) { static int lock; return &lock; }
static inline struct __cprog_named *__cprog_named_find(const char *name) {
  struct __cprog_named *all = __cprog_all_named();
  for (int k = 0; k < __cprog_most_named; k++)
    if (*all[k].name && !__cprog_strcmp(all[k].name, name))
      return &all[k];
  return 0;
}
static inline const char *__cprog_named_name(const char *name) {
  while (*name == '/')
    name++;
  return *name && !__cprog_strchr(name, '/') ? name : 0;
}
static inline struct __cprog_named *__cprog_named_new(const char *name, unsigned permits) {
  struct __cprog_named *all = __cprog_all_named();
  for (int k = 0; k < __cprog_most_named; k++)
    if (!*all[k].name && !all[k].opened) {
      if (__cprog_strlen(name) >= sizeof all[k].name)
        __cprog_unsupported("a semaphore with so long a name is not supported");
      __cprog_strcpy(all[k].name, name);
      sem_init(&all[k].sem, 0, permits);
      return &all[k];
    }
  __cprog_unsupported("more than 16 semaphores with names are not supported");
}
static inline void *__cprog_sem_open(const char *name, int flags, ...) {
  int error = 0;
  struct __cprog_named *found = 0;
  __builtin_va_list a;
  if (!(name = __cprog_named_name(name))) {
    __cprog_errno = 22;
    return 0;
  }
  __cprog_pthread_spin_lock(__cprog_named_lock());
  found = __cprog_named_find(name);
  if (found && (flags & 0300) == 0300)
    error = 17;
  else if (!found && !(flags & 0100))
    error = 2;
  else if (!found) {
    __builtin_va_start(a, flags);
    __builtin_va_arg(a, unsigned);
    unsigned permits = __builtin_va_arg(a, unsigned);
    if (permits > 2147483647)
      error = 22;
    else
      found = __cprog_named_new(name, permits);
  }
  if (!error)
    found->opened++;
  __cprog_pthread_spin_unlock(__cprog_named_lock());
  if (error)
    __cprog_errno = error;
  return error ? 0 : found;
}
static inline int __cprog_sem_close(void *s) {
  struct __cprog_named *of = s;
  __cprog_pthread_spin_lock(__cprog_named_lock());
  if (of->opened <= 0)
    __cprog_assert_fail("close of a semaphore that is not open");
  if (!--of->opened && !*of->name)
    sem_destroy(&of->sem);
  __cprog_pthread_spin_unlock(__cprog_named_lock());
  return 0;
}
static inline int __cprog_sem_unlink(const char *name) {
  struct __cprog_named *found = 0;
  if (!(name = __cprog_named_name(name))) {
    __cprog_errno = 2;
    return -1;
  }
  __cprog_pthread_spin_lock(__cprog_named_lock());
  found = __cprog_named_find(name);
  if (found) {
    found->name[0] = 0;
    if (!found->opened)
      sem_destroy(&found->sem);
  }
  __cprog_pthread_spin_unlock(__cprog_named_lock());
  if (!found)
    __cprog_errno = 2;
  return found ? 0 : -1;
}
/* A thread that is cancelled in its call leaves the next one the first. */
static inline void __cprog_not_once(void *o) { __cprog_store((int *)o, 0, 6); }
static inline int __cprog_pthread_once(int *o, void (*f)(void)) {
  while (!__sync_bool_compare_and_swap(o, 0, 1)) {
    int v;
    while ((v = __cprog_load(o, 2)) == 1)
      ;
    if (v == 2)
      return 0;
  }
  __pthread_push_handler(__cprog_not_once, o);
  f();
  __pthread_pop_handler(0);
  __cprog_store(o, 2, 6);
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
