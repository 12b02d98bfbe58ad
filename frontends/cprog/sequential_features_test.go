package cprog_test

import (
	"fmt"
	"strings"
)

// features are statements that use a part of C or of its library each. In a text, %T stands for an integer type, %V for any number, %C for one from 0 to 3, %K for a small constant, and %n for a number that no other statement of the
// program has. The part between | and ### stands outside of the function.
var features = []string{
	// texts of numbers, and numbers in texts
	`{ char t[500]; double d = %V / 7.0; M(snprintf(t, 500, "%#.0f %#g %#.3e %#x", d, d, d, %K)); for (char *p = t; *p; p++) M(*p); }`,
	`{ char t[500]; M(snprintf(t, 500, "%a %.2a %A %.70f", %K / 8.0, %K / 3.0, -%K * 1e300, %K / 3.0)); for (char *p = t; *p; p++) M(*p); }`,
	`{ char t[99]; int n = 0; long l = 0; M(sprintf(t, "%d%n:%ld%ln", (int)%V, &n, (long)%V, &l)); M(n); M(l); }`,
	`{ char *e, t[99]; snprintf(t, 99, "%.3a,%g", %V / 16.0, %V / 3.0); M(strtod(t, &e) * 16); M(*e); M(strtod(e + 1, &e)); M(*e); M(strtof("0.1", 0) == 0.1f); M(strtod("-inf", &e) < 0); M(*e); }`,
	`{ errno = 0; char *e; M(strtol("%K9z", &e, %C)); M(errno); errno = 0; M(strtod("1e%K99", &e)  > 1); M(errno); M(*e); }|#include <errno.h>
###`,
	// errno of the mathematics, sizes that overflow, flexible arrays, structs for ...
	`{ errno = 0; double d = %C - 2; d = sqrt(d); M(errno); errno = 0; d = log(%C); M(errno); errno = 0; d = pow(%C, 1e4); M(errno); }|#include <errno.h>
double sqrt(double), log(double), pow(double, double);
###`,
	`{ void *p = calloc(1ul << 40, (1ul << 24) * %C); M(%C && 1); free(p); M(!calloc(1ul << 40, 1ul << 40)); }`,
	`M(f%n.a[%C]); M(f%n.n); M(sizeof f%n);|static struct { char n; %T a[]; } f%n = { %K, { 1, %K, 3, 4 } };###`,
	`{ struct V%n v = { { %V, %V } }; M(v%n(2, v, 7l, v)); }|struct V%n { %T a[2]; }; static long v%n(int k, ...) { va_list l; va_start(l, k); struct V%n x = va_arg(l, struct V%n); long m = va_arg(l, long); struct V%n y = va_arg(l, struct V%n); va_end(l); return x.a[0] + m + y.a[1]; }###`,
	`{ float f = %K; M(sqrtf(f * f)); M(floorf(f / 2) * 2); M(fmodf(f, 3)); M(ldexp(f, %C)); M(fdim(f, 3)); M(__builtin_signbit(-f) != 0); }|float sqrtf(float), floorf(float), fmodf(float, float); double ldexp(double, int), fdim(double, double);
###`,
	// volatile and atomic accesses
	`{ %T x = %V; *(volatile %T *)&y%n += *(volatile %T *)&x; M(y%n); }|%T y%n = 3;###`,
	`{ _Atomic %T x = %V; x += %V; M(x++); M(--x); M(x ^= 5); M(x); }`,
	`{ _Atomic struct A%n x = { 1, 2 }; struct A%n y = x; y.b = %V; x = y; y = x; M(y.b); M(y.a); }|struct A%n { short a; short b; };###`,
	`{ _Atomic struct A%n x = { 1, 2, 3 }; struct A%n y = x, e = y; y.b = %V; y.a = 5; x = y; M(atomic_compare_exchange_strong(&x, &e, y)); M(e.b); e.c = %K; y.a = 4; M(atomic_compare_exchange_strong(&x, &y, e)); M(y.a); y = atomic_exchange(&x, y); M(y.c); e = atomic_load(&x); M(e.a + e.b); atomic_store(&x, y); M(sizeof x); _Atomic struct A%n *p = &a%n[%C & 1]; *p = y; y = *p; M(y.c); }|struct A%n { long a; %T b; int c; }; static _Atomic struct A%n a%n[2];###`,
	`{ _Atomic __int128 x; int n = %K; atomic_init(&x, %V + n++); M(n); x += %V; M(x++ >> 3); x <<= %K; M(x ^= %V); M(x >> 64); M(atomic_fetch_sub(&x, %K)); M(x); _Atomic long double d = %K; d += 0.5L; d *= 3; M((long)(d-- * 8)); M((long)(++d * 8)); }`,
	`{ _Atomic union U%n x = { { %V } }; union U%n y = x; y.s.b[1] = %K; x = y; y = atomic_exchange(&x, y); M(y.l[0]); M(y.s.b[1]); M(sizeof x); struct W%n { char c; _Atomic union U%n u; } *p = malloc(sizeof *p); atomic_init(&p->u, y); p->u = y; y = p->u; M(y.l[1] & 0xff); free(p); }|union U%n { long l[3]; struct { short a, b[9]; } s; };###`,
	`{ long k = %V & 0x3ffff; g%n[k] = %V; g%n[0x4ffff - k] += 3; M(g%n[k]); M(g%n[0x3ffff]); char *p = g%n + 200000, *q = malloc(150000); memcpy(q + k / 8, p, %K); M(q[k / 8]); memset(p, %K, 20000); M(p[k / 64]); M(sizeof g%n); M(&g%n[k] - p); q[k % 149999] = 5; M(q[k % 149999]); free(q); short h[9000]; h[k / 128] = k; M(h[k / 128]); }|static char g%n[5 << 16] = { 1, [290000] = %K };###`,
	`{ _Atomic %T x; atomic_init(&x, %V); M(atomic_fetch_add(&x, %K)); M(atomic_exchange(&x, %V)); %T e = %K; M(atomic_compare_exchange_strong(&x, &e, %V)); M(e); M(atomic_load(&x)); }`,
	`{ %T x = %V; M(__atomic_nand_fetch(&x, %K, 5)); M(__sync_nand_and_fetch(&x, %V)); M(__atomic_fetch_nand(&x, %K, 0)); M(__sync_fetch_and_nand(&x, %K)); M(x); }`,
	`{ M(sizeof u"abc"); char16_t a[] = u"x\u00e9\xff\n" u"y" "z", w[8] = u"0"; const char16_t *p = u"q\U0001F600\101"; M(sizeof a); EACH(a[i_]); M(a[4]); M(w[7]); EACH(p[i_]); M(p[4]); M(u"ab"[%C & 1]); M(c%n[2]); EACH(e%n[i_ & 1]); M(d%n[0][1][2]); M(*A%n); M(L"ab" L"cd"[3]); M(sizeof U"x"); }|static const char16_t c%n[] = u"abc",
  *e%n = u"de"; static const char16_t *const d%n[1][2] = { { u"", u"xyz" } };
#define A%n u"macro"
###`,
	`{ %T x = %V, e = x; M(__atomic_fetch_sub(&x, %K, 5)); M(__sync_val_compare_and_swap(&x, e, %K)); M(__atomic_xor_fetch(&x, %V, 0)); M(x); }`,
	`{ int a[4] = { 5, 6, 7, 8 }, *_Atomic p = a; p++; M(*p); p += 2; M(p - a); M(*p--); M(*p); }`,
	// locals without a value at first, and bytes
	`{ struct { %T a, b; } s[3]; for (int i = 0; i < 3; i++) s[i].b = i + %K; s[1].a = %V; M(s[2].b); M(s[1].a); }`,
	`{ %T v; unsigned char *b = (unsigned char *)&v; for (unsigned i = 0; i < sizeof v; i++) b[i] = i * %K & 1; M(v); }`,
	`{ union { %T a; unsigned char b[8]; struct { short c, d; } s; } u; memset(&u, %K, sizeof u); u.s.d = %V; M(u.b[3]); u.a = %V; M(u.b[0]); M(u.s.c); }`,
	`{ struct { char c; %T a[3]; } s, t; s.c = 1; s.a[1] = %V; t = s; memcpy(&s, &t, sizeof s); M(s.a[1]); M(t.c); }`,
	`{ union { unsigned char b[8]; %T x; long y; } u = { { 1, 2, %K } }; M(u.y); u.x = %V; M(u.b[0]); M(u.y); }`,
	`{ struct { union { int i; char c[4]; }; int k; } s = { .c = { 1, %K } }; s.i += %V; M(s.c[1]); M(s.k); M(sizeof s); }`,
	// recursion
	`M(r%n(%C * 7, %V));|static %T r%n(int k, %T x) { return k <= 0 ? x : r%n(k - 1, x * 3 + k); }###`,
	`M(o%n(%C * 5 + 1));|static int e%n(int k); static int o%n(int k) { int a[2] = { k, 1 }; return k == 0 ? 0 : a[0] + e%n(k - a[1]); } static int e%n(int k) { return k == 0 ? 1 : o%n(k - 1) * 2; }###`,
	`{ struct L%n a = { %V, 0 }, b = { 2, &a }, c = { 3, &b }; M(q%n(&c)); }|struct L%n { %T v; struct L%n *next; }; static long q%n(struct L%n *l) { return l ? l->v + 2 * q%n(l->next) : 1; }###`,
	`{ int c = 0; M(z%n(%C + 6, &c)); M(c); }|static long z%n(int k, int *calls) { ++*calls; return k < 2 ? k : z%n(k - 1, calls) + z%n(k - 2, calls); }###`,
	`{ int k = %C; struct W%n w = { { 1, 2, 3, %K } }; M(w%n(w, k + 1).a[k]); M(w.a[k]); }|struct W%n { %T a[4]; }; static struct W%n w%n(struct W%n w, int k) { if (k > 0) { w.a[k & 3] += k; return w%n(w, k - 1); } return w; }###`,
	// attributes
	`{ for (int i = 0; i < 3; i++) { __attribute__((cleanup(c%n))) %T x = i; if (i == %C) continue; x += %K; } M(g%n); }|long g%n; static void c%n(%T *x) { g%n = g%n * 3 + *x; }###`,
	`{ %T k = %V; if (k & 1) goto out%n; { int __attribute__((cleanup(c%n))) a = 1, __attribute__((cleanup(c%n))) b = 2; M(a + b); if (k & 2) goto out%n; a = 9; } out%n: M(g%n); }|long g%n; static void c%n(int *x) { g%n = g%n * 5 + *x; }###`,
	`M(v%n(%C)); M(g%n);|int g%n; static void c%n(int *x) { g%n += *x; } static int v%n(int k) { __attribute__((cleanup(c%n))) int a = k; return a++ + 1; }###`,
	`M(n%n);|static int n%n; __attribute__((constructor)) static void k%n(void) { n%n = %K; }###`,
	`{ struct P%n p = { 1, %V, 3 }; char *b = (char *)&p; M(sizeof p); M(b[1]); M(p.b); M(_Alignof(struct P%n)); }|struct P%n { char a; %T b; short c; } __attribute__((packed));###`,
	`{ struct Q%n q; M(sizeof q); M(sizeof(struct Q%n[2])); M(__alignof__(q.b)); M((unsigned long)&q % 16); }|struct Q%n { char a; %T b __attribute__((aligned(16))); };###`,
	`M(u%n(1, %V));|static __attribute__((noinline, unused)) %T u%n(__attribute__((unused)) int a, %T b) { return b; }###`,
	// alignment, constants, generic selections, floating-point atomics, sizes of the library's types
	`M((unsigned long)&a%n % 64); M((unsigned long)&b%n % 128); M(a%n + sizeof b%n);|_Alignas(64) %T a%n = %K; struct { char c; _Alignas(128) %T x; } b%n; char c%n __attribute__((aligned(32)));###`,
	`{ const char *s = "a"; int k = %K; void *v = 0; M(G%n(s)); M(G%n(k)); M(G%n(&k)); M(G%n(v)); M(G%n('a')); M(G%n(1.5f)); }|
#define G%n(x) _Generic((x), default: 1, const char *: 2, int: 4, int *: 6, void *: 7, float: 8)
###`,
	`{ _Atomic double d = %K; d += 0.5; M(d * 8); d *= 3; M(d-- * 8); d /= 4; M(++d * 8); _Atomic float f = %K; f -= 0.25; M(f * 8); f *= 2.5f; M(f * 8); }`,
	`{ _Atomic %T x = %K; x *= 1.5; M(x); x += 0.75; M(x); x /= 2.0f; M(x); }`,
	`M(c%n[%C]); M(*p%n); M(s%n.a);|static const %T c%n[4] = { 1, %K, 3, 4 }; const %T *const p%n = c%n + 1; const struct { %T a; } s%n = { %K };###`,
	`{ void *p; M(posix_memalign(&p, 64, 10)); M((unsigned long)p % 64); free(p); M(sizeof(max_align_t)); M(_Alignof(max_align_t)); }`,
	`M(d%n(3000 + %C));|static int d%n(int n) { return n ? 1 + d%n(n - 1) : 0; }###`,
	`{ wchar_t w[8]; wcscpy(w, L"abc"); wcscat(w, L"de"); M(wcslen(w)); M(wcscmp(w, L"abd") < 0); M(w[%C]); M(wcschr(w, 'd') - w); }|#include <wchar.h>
###`,
	// compound literals
	`{ %T *p = (%T[]){ 1, %V, 3 }; p[0] += 2; M(p[0]); M(p[1]); M(sizeof((int[]){ 1, 2, 3 })); }`,
	`{ struct C%n { %T a; int b[2]; } *p = &(struct C%n){ .b = { 4, %V } }; M(p->a); M(p->b[1]); p->a = %V; M(((struct C%n){ p->a, { 1 } }).a); }`,
	`{ int *p = 0; for (int i = 0; i < 2; i++) { int *q = (int[]){ i, %K }; q[1] += i; M(q[0] + q[1]); p = q; } M(p != 0); }`,
	`M(*(%T *)&(union { unsigned long a; unsigned char b[8]; }){ 0x123456789 }); M(*l%n);|long *l%n = (long[]){ %K, 2 };###`,
	// bit-fields and enumerations
	`{ struct { unsigned long a : 40; long b : 35; unsigned long long c : 33, d : 63; unsigned e : 32; } s = { %V, %V, %V, %V, %V }; M(s.a + 1); M(s.a << %C << 3); M(-s.c); M(~s.a); M(s.b * s.b); M(s.a - s.b); M(s.c + s.d); M(s.c / (s.a | 1)); M(s.b % 7 + (s.b >> 2)); M(s.b < s.c); M(s.d > -1); M(s.a + 1L); M(s.e + s.c); M(s.a += %V); M(s.b <<= 3); M(--s.c); M(s.d++ + s.c); }`,
	`{ unsigned long z = %C & 1; M(__builtin_clzl(z | 2 * !z)); M(__builtin_ctz(z)); }`,
	`{ b%n v = %V; w%n w = -1; M(sizeof v + 10 * sizeof w); M(v); M(w); M((h%n)%V); }|typedef int b%n __attribute__ ((__mode__ (__QI__)));
typedef unsigned int h%n __attribute__ ((__mode__ (__HI__)));
typedef int w%n __attribute__ ((__mode__ (__word__)));
###`,
	`{ M(INTMAX_MAX + PTRDIFF_MIN + SIG_ATOMIC_MAX); M(UINT_FAST16_MAX + INT_FAST8_MIN + UINT_LEAST16_MAX); M(WINT_MAX + WCHAR_MIN); M(INTMAX_C(%K) + UINT8_C(200)); M(sizeof UINTMAX_C(1)); M(SSIZE_MAX + PATH_MAX + MB_LEN_MAX); M(EOPNOTSUPP * 1000 + ESTALE + EDEADLOCK + ENOTSOCK); char t[99]; M(snprintf(t, 99, "%" PRIuFAST16 "%" PRIdLEAST8, (uint_fast16_t)%V, (int8_t)%V)); short s = 0; long l = 0; M(sscanf("12 %K", "%" SCNd16 "%" SCNx64, &s, &l)); M(s + l); }|#include <inttypes.h>
int snprintf(char *, size_t, const char *, ...), sscanf(const char *, const char *, ...);
###`,
	// types of arrays whose length is known only when the program runs
	`{ int n = %C + 2; typedef %T V[n]; typedef V W[2]; n = 1; V v, *p = &v; W w; n += 8; __typeof__(v) q; V r[n]; M(sizeof(V) + sizeof v); M(sizeof w); M(sizeof q); M(sizeof r); M(sizeof *p); for (int k = 1; k < 4; k++) { typedef char T[k]; T t; int m = k; char u[m]; m = 7; __typeof__(u) x; M(sizeof t + sizeof u * 10 + sizeof x * 100); } }`,
	// functions of the library as values
	`{ char t[9] = "x"; M(f%n[%C & 1]("ab", "abc") < 0); M(g%n.length("abcd")); M(g%n.set(t, 'a', %C) == t); M(t[0]); M(g%n.upper('q')); char *d = g%n.make(5); strcpy(d, "z"); M(g%n.twin("uv")[1] + *d); g%n.end(d); }|static int (*f%n[])(const char *, const char *) = { strcmp, strcasecmp }; static struct { unsigned long (*length)(const char *); void *(*set)(void *, int, size_t), *(*make)(size_t); int (*upper)(int); char *(*twin)(const char *); void (*end)(void *); } g%n = { strlen, memset, malloc, toupper, strdup, free };###`,
	// memory with and without values
	`{ struct { int key, none; %T v; } s[4], *p = malloc(sizeof s); for (int i = 0; i < 4; i++) { s[i].key = p[i].key = (i * %K) & 3; p[i].v = i; } qsort(s, 4, sizeof *s, o%n); qsort(p, 4, sizeof *p, o%n); EACH(s[i_].key); EACH(p[i_].v); p = realloc(p, 900); EACH(p[i_].key); char *q = malloc(sizeof s); for (unsigned i = 0; i < sizeof *p; i++) q[i] = ((char *)p)[i]; M(*(int *)q); }|static int o%n(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }###`,
	`{ char t[40] = "none", u[9]; M((char *)memccpy(u, "abcdef", 99, 5) - u); M(u[%C & 1]); M(strxfrm(t, "wxyz", 3)); M(t[1]); snprintf(t, 40, "%.1a,%.2a", 1.99, %K / 64.0); for (char *p = t; *p; p++) M(*p); M(bits_of(-strtod("0x1p%K", 0))); double n = strtod("nan(%K)", 0); unsigned long b; memcpy(&b, &n, 8); M(b); }|void *memccpy(void *, const void *, int, size_t);
###`,
	`{ enum E%n e = N%n; struct { enum E%n e : 6; unsigned u : 5; _Bool b : 1; long l : 33; } s = { e, %V, %V, %V }; M(s.e); M(s.u++); M(s.b); M(s.l <<= 1); M(s.u); M(e < 0); M(s.e == e); }|enum E%n { A%n, B%n = %K, N%n };###`,
	`{ struct { int a : 3; unsigned b : 29; } s = { 0 }; s.a = %V; s.b = %V; M(s.a + s.b); M(s.a = %V); M(s.b -= 1); M(-s.a); M(s.b > -1); M(sizeof(s.a + 0)); }`,
	`{ enum E%n e = -1; M(e); M(e > 0u); M(sizeof e); switch (%C) { case Y%n: M(1); break; case 1: M(2); default: M(Z%n); } }|enum E%n { X%n = -1, Y%n, Z%n = 0x7fffffff };###`,
	`{ struct { unsigned char a : 4, b : 4; unsigned short c : 9; } s; s.a = %V; s.b = s.a + 1; s.c = %V; M(s.a); M(s.b); M(s.c); M(s.a << 4); }`,
	`{ enum E%n e = L%n; M(S%n - 1 < 0); M(-1 < S%n); M((F%n - 6) / 2); M((F%n - 6) >> 1); M(~S%n); M(-F%n / %K); M(e - 1 > 0); M(sizeof(S%n)); M(sizeof(L%n)); M(e > F%n); M(S%n - (long)%V < 0); switch (%C) { case S%n: M(1); break; case F%n - 4: M(2); } double d = F%n - 9; M(d); const long l = S%n - 1; M(l); }|enum E%n { S%n, L%n = 0x%Kffffffffu & 0xffffffffu, F%n = 5 };###`,
	`{ enum E%n e = L%n; M(S%n - 1 < 0); M(L%n + S%n - 1 > 0); M(-L%n < 0); M(sizeof(S%n)); M(sizeof(L%n)); M(sizeof e); e = %K; M(e - 2 > 0); M(e < %C); M(M%n < 0); M(M%n - 1); }|enum E%n { S%n, L%n = 1l << 40 }; enum { M%n = -1, B%n = 0x80000000 };###`,
	`{ __int128 v = w%n[1] >> 90; M(v); M(w%n[0]); v = %V; v <<= 70; M(v >> 68); M(v < 0); }|static __int128 w%n[2] = { -%K, (__int128)%K << 100 };###`,
	`{ char b[9]; memset(b, 'x', 9); M(stpncpy(b, "abc", %C + 2) - b); EACH(b[i_]); M(b[4]); M(getppid() != getpid()); M(gettid() == getpid()); M(syscall(39) == getpid()); }|#include <sys/types.h>
char *stpncpy(char *, const char *, unsigned long); pid_t getppid(void), getpid(void), gettid(void); long syscall(long, ...);
###`,
	`{ long s = 0; for (int i = 0; i < 2000; i++) { int *p = malloc(12), *q; p[1] = i + %K; q = realloc(p, 5000); s += q[1]; free(q); } M(s); char *big = malloc(9000000); big[8999999] = %V; M(big[8999999]); free(big); }`,
	`{ struct Q%n v[4]; for (int i = 0; i < 4; i++) { v[i].k = (i * 7 + %K) & 3; if (i != 2) v[i].c = i; } qsort(v, 4, sizeof *v, q%n); for (int i = 0; i < 4; i++) M(v[i].k); }|struct Q%n { int k, unset; char c; }; static int q%n(const void *a, const void *b) { return ((const struct Q%n *)a)->k - ((const struct Q%n *)b)->k; }###`,
	`{ struct W%n a, b, *c = malloc(sizeof *c); a.x = %K; b.y = %K; w%n(&a, &b, sizeof a); M(a.y + b.x); c->l = %K; a.l = 3; w%n(c, &a, sizeof a); M(c->y); M(a.l); M(c->l); struct W%n *d = realloc(c, 5 * sizeof *d); d[4] = *d; M(d[4].y); free(d); }|struct W%n { short x; int y; long l; char unset[3]; }; static void w%n(void *x, void *y, size_t n) { char t[64]; memcpy(t, x, n); memcpy(x, y, n); memcpy(y, t, n); }###`,
	`{ pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; M(pthread_rwlock_wrlock(&w)); M(pthread_rwlock_wrlock(&w)); M(pthread_rwlock_rdlock(&w)); M(pthread_rwlock_tryrdlock(&w)); M(pthread_rwlock_trywrlock(&w)); M(pthread_rwlock_unlock(&w)); M(pthread_rwlock_rdlock(&w)); M(pthread_rwlock_rdlock(&w)); M(pthread_rwlock_trywrlock(&w)); M(pthread_rwlock_unlock(&w)); M(pthread_rwlock_unlock(&w)); M(pthread_rwlock_trywrlock(&w)); M(pthread_join(pthread_self(), 0)); }|#include <pthread.h>
###`,
	`{ enum E%n e = B%n; M(e - 2 < 0); M(~e); M(-e); M(sizeof(A%n)); e = %C; M(e); }|enum E%n { A%n, B%n };###`,
	// builtins
	`{ unsigned x = %V; unsigned long y = %V; M(__builtin_popcount(x)); M(__builtin_popcountl(y)); M(__builtin_parity(x)); M(__builtin_ffs(x)); M(__builtin_ffsl(y)); M(__builtin_clz(x | 1)); M(__builtin_ctzl(y | 256)); }`,
	`{ unsigned long y = %V; M(__builtin_bswap16(y)); M(__builtin_bswap32(y)); M(__builtin_bswap64(y)); M(sizeof(__builtin_bswap16(y))); M(sizeof(__builtin_popcountl(y))); M(__builtin_clrsb((int)y)); M(__builtin_clrsbl(y)); }`,
	`{ %T r; M(__builtin_add_overflow((%T)%V, (%T)%V, &r)); M(r); M(__builtin_mul_overflow((%T)%V, %K, &r)); M(r); M(__builtin_sub_overflow(%K, (%T)%V, &r)); M(r); }`,
	`{ M(__builtin_expect(%V, 1)); M(_Generic(__builtin_expect((char)1, 1), long: 1, int: 2, default: 3)); M(__builtin_constant_p(3)); M(__builtin_types_compatible_p(%T, %T)); M(__builtin_choose_expr(1, 2, "x")); }`,
	`{ M(__builtin_offsetof(struct O%n, b)); M(offsetof(struct O%n, c[2])); M(sizeof(((struct O%n *)0)->c)); }|struct O%n { char a; %T b; short c[3]; };###`,
	`{ int r; M(__builtin_sadd_overflow(%V, %V, &r)); M(r); unsigned long s; M(__builtin_umull_overflow(%V, %V, &s)); M(s); M(__builtin_abs(%K)); M(__builtin_strlen("abc")); }`,
	`{ char b[8]; __builtin_memset(b, %K, 8); __builtin_memcpy(b, "abc", 3); M(b[1]); M(b[7]); M(__builtin_memcmp(b, "abd", 3) < 0); M(__builtin_strcmp("a", "b") < 0); }`,
	// GNU C
	`{ %T x = %V; M(x ?: %V); M(({ %T y = x; y + 1; })); M(({ int k = %K; for (int i = 0; i < 3; i++) k += i; k; })); }`,
	`{ __typeof__(%T) x = %V; __auto_type y = x; M(sizeof y); M(y); __typeof__(x + 1) z = x; M(sizeof z); M(z); }`,
	`{ switch (%V & 15) { case 0 ... 3: M(1); case 5: case 7 ... 9: M(2); break; default: M(3); } }`,
	`{ int a[] = { [2] = %K, [0] = 1, [4 ... 6] = 7 }; M(sizeof a / sizeof *a); M(a[5] + a[2] + a[1]); }`,
	`M(CAT%n(%K)); M(CAT%n(%K, 2)); M(SUM%n(1, %K, 3));|#define CAT%n(a, ...) h%n(a, ##__VA_ARGS__)` + "\n" + `#define SUM%n(first, rest...) h%n(first, ## rest)` + "\n" + `static int h%n(int a, ...) { return a; }###`,
	`{ M((%V, %V)); int x = (1, %K); M(x); int a[3] = { (2, 3), 4 }; M(a[0]); for (int i = 0, j = 3; i < j; i++, j--) M(i * j); }`,
	// strings
	`{ char s[] = "ab\x41\101\0cd"; M(sizeof s); M(strlen(s)); M(s[%C]); M(sizeof "x" "yz"); M("abc"[%C]); char t[6] = "xy"; M(t[5]); M(t[1]); }`,
	`{ M(sizeof u8"aé"); M(u8"é"[0] & 255); M(L"aé"[1]); M(sizeof L"abc"); M(U"\U0001f600"[0]); M(sizeof U"ab"); M(L'é'); M(u'x'); M(sizeof u'x'); M('ab'); M('\n'); }`,
	`{ char b[20] = "hello"; strcat(b, " wor"); M(strlen(b)); M(strcmp(b, "hello wos") < 0); M(strchr(b, 'w') - b); M(strrchr(b, 'o') - b); M(strstr(b, "lo") - b); M(strncmp(b, "help", 3)); strncpy(b, "xyz", 2); M(b[2]); memmove(b + 1, b, 5); M(b[2]); }`,
	`{ char b[32]; M(snprintf(b, sizeof b, "%d|%5u|%-4x|%c", (int)(%V), (unsigned)%K, (unsigned)(%V) & 255, 'a' + %C)); for (int i = 0; b[i]; i++) M(b[i]); }`,
	`{ char b[64]; int k = sprintf(b, "%ld %lu %hhd %s %.2s %%", (long)(%V), (unsigned long)(%V), (char)(%V), "abc", "xyz"); M(k); for (int i = 0; i < k; i++) M(b[i]); }`,
	`{ char b[8]; M(snprintf(b, 4, "%s-%d", "long", %K)); M(b[2]); M(b[3]); M(snprintf(0, 0, "%08lx", (unsigned long)%V)); M(fprintf(stderr, "") + printf("")); }`,
	`{ char *e; M(strtol("  -12x", &e, 10)); M(*e); M(strtoul("0xffz", &e, 0)); M(*e); M(strtol("077", 0, 0)); M(strtoll("z", &e, 36)); M(atoi("42abc")); errno = 0; M(strtol("99999999999999999999", 0, 10)); M(errno == ERANGE); }`,
	`{ int a[6] = { 5, %K, 3, 9, 1, 2 }; qsort(a, 6, sizeof *a, c%n); for (int i = 0; i < 6; i++) M(a[i]); int k = 3, *f = bsearch(&k, a, 6, sizeof *a, c%n); M(f != 0); M(f ? *f : -1); }|static int c%n(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }###`,
	`{ for (int c = %K; c < %K + 60; c += 7) { M(isalpha(c) != 0); M(isdigit(c) != 0); M(toupper(c)); M(isspace(c) != 0); M(isxdigit(c) != 0); M(ispunct(c) != 0); } }`,
	`{ char s[] = "a,bc,,d"; char *k = strtok(s, ","); for (; k; k = strtok(0, ",")) { M(strlen(k)); M(*k); } M(strspn("aab", "a")); M(strcspn("abc", "c")); M(strpbrk("abc", "cb") != 0); }`,
	// jumps
	`{ int k = %C; static void *t[] = { &&a%n, &&b%n, &&c%n, &&a%n }; goto *t[k]; a%n: M(1); goto c%n; b%n: M(2); c%n: M(3); }`,
	`{ int k = 0; void *next = &&a%n; a%n: M(k); if (++k < 4) { next = k & 1 ? &&a%n : &&b%n; goto *next; } goto c%n; b%n: M(100 + k); if (k < 6) { k++; goto *next; } c%n:; }`,
	`{ int i = 0; again%n: if (i < %C) { M(i * 3); i++; goto again%n; } for (;;) { if (i++ > 5) goto done%n; switch (i & 1) { case 0: continue; } M(i); } done%n:; }`,
	`{ int k = %C + 1, c = 0; switch (k & 3) { case 0: do { c++; case 3: c += 2; case 2: c += 4; case 1: c += 8; } while (--k > 0); } M(c); }`,
	// arrays of variable length
	`{ int n = %C + 1; %T a[n]; for (int i = 0; i < n; i++) a[i] = i * %K; M(sizeof a); M(a[n - 1]); M(sizeof a / sizeof a[0]); }`,
	`{ int n = %C + 1, m = 2; %T a[n][m]; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * 10 + j; M(a[n - 1][1]); M(sizeof a); M(sizeof a[0]); M(*(a[0] + 1)); }`,
	`{ int n = %C + 2; int a[n]; for (int i = 0; i < n; i++) a[i] = i + %K; M(s%n(n, a)); int (*p)[n] = &a; M((*p)[1]); M(sizeof *p); }|static int s%n(int n, int a[n]) { int t = 0; for (int i = 0; i < n; i++) t += a[i]; return t; }###`,
	`{ for (int n = 1; n < 4; n++) { char a[n * 2]; memset(a, n, sizeof a); M(a[n]); M(sizeof a); } }`,
	`{ int n = 3; int a[2][3] = { { 1, 2, %K }, { 4, 5, 6 } }; M(t%n(2, n, a)); }|static int t%n(int r, int c, int a[r][c]) { int t = 0; for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) t = t * 3 + a[i][j]; return t; }###`,
	// functions
	`M(x%n[%C](%V)); M((*x%n[1])(3)); M(x%n[0] == x%n[3]);|static long a%n(long x) { return x + 1; } static long b%n(long x) { return x * 2; } static long (*const x%n[])(long) = { a%n, b%n, &a%n, a%n };###`,
	`{ struct V%n v = { .f = a%n, .x = %V }; M(v.f(&v, 3)); v.f = b%n; M((*v.f)(&v, 4)); struct V%n *p = &v; M(p->f(p, %K)); }|struct V%n { long (*f)(struct V%n *, int); %T x; }; static long a%n(struct V%n *v, int k) { return v->x + k; } static long b%n(struct V%n *v, int k) { return v->x - k; }###`,
	`M(v%n(3, 1, 20L, 2.5)); M(v%n(%C, %K, (long)(%V), 0.5));|static long v%n(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); long s = va_arg(a, int); s += va_arg(a, long); s += va_arg(a, double) * 2; s = s * 3 + va_arg(b, int); va_end(b); va_end(a); return s; }###`,
	`M(k%n(%C)(%V)); M(m%n(h%n, 2));|static long g%n(long x) { return x ^ 3; } static long h%n(long x) { return x - 3; } static long (*k%n(int k))(long) { return k & 1 ? g%n : h%n; } static long m%n(long f(long), long x) { return f(f(x)); }###`,
	`M(s%n(%V)); M(s%n(1)); M(c%n());|static %T s%n(%T x) { static %T last = %K; %T before = last; last = x; return before; } static int c%n(void) { static int n[2] = { 1 }; return ++n[0] + n[1]--; }###`,
	// thread-local variables
	`t%n += %V; M(t%n); { static __thread %T u = %K; u ^= 3; M(u); %T *p = &t%n; *p -= 2; M(*p); }|static _Thread_local %T t%n = %K;###`,
	`{ l%n.a++; l%n.b[%C & 1] += %V; M(l%n.a); M(l%n.b[0] + l%n.b[1]); }|_Thread_local struct { int a; %T b[2]; } l%n = { 4, { 5 } };###`,
	// jumps out of functions
	`{ jmp_buf b; volatile int k = %C; int r = setjmp(b); M(r); if (r < 3) { k = k + r; longjmp(b, r + 1); } M(k); }`,
	`{ volatile %T x = %V; if (!setjmp(j%n)) { x += 1; d%n(%C); x += 100; } else x += 10; M(x); }|static jmp_buf j%n; static int d%n(int k) { if (k == 2) longjmp(j%n, 0); return k > 3 ? k : d%n(k + 1); }###`,
	`{ volatile int k = 0; switch (setjmp(j%n)) { case 0: k = 1; l%n(5); break; case 5: k += 10; l%n(6); case 6: k += 100; } M(k); }|static jmp_buf j%n; static void l%n(int v) { longjmp(j%n, v); }###`,
	// __int128 and long double
	`{ __int128 x = %V, y = %V; x = x * y + %K; M(x); M(x >> 64); M(x < y); unsigned __int128 z = x; z >>= 3; M(z); M(z / 7); M((z % 1000007)); M(x / 3); M(-x >> 70); M(sizeof x); M(!x); M(x ^ y); }`,
	`{ unsigned __int128 a[2] = { 1, %V }; a[0] <<= %K & 127; a[1] += a[0]; M(a[1] >> 64); M(a[1]); M(a[0] == a[1]); M((double)a[0]); __int128 s = -5; s += %V; M((int)s); M((float)s > 0); M(s-- > 0); M(++s); M(~s >> 100); M(s ? 1 : 2); }`,
	`{ struct I%n { char c; __int128 v; } s = { 1, %V }; s.v = -s.v; M(s.v); M(sizeof s); M(i%n(s.v, 3)); }|static __int128 i%n(__int128 x, unsigned char y) { return x * x - y; }###`,
	`{ long double x = %V, y = 0.1L; x = x * 3 + y; M((long)(x / 1e10L) & 0xffffff); M(x > y); M(sizeof x); M((long)((double)y * 1e17)); y = -y; M(y < 0); M((long)(y * 1e18L)); M((int)(1.5L + %K)); M(y == -0.1L); M(y == -0.1); M(!y); }`,
	`{ long double a[2] = { 1, %V }; a[0] /= 3; a[0] *= 3; M(a[0] == 1); a[1] -= 0.5L; M((long)(a[1] / 1e5L) & 0xffffff); float f = a[0]; M(f == 1); M(a[1] > a[0]); a[0]++; M((int)a[0]); M((unsigned long)(a[0] * 1e18L)); }`,
	// the rest of the library
	`{ int a = 0, b = 0; char s[8] = ""; M(sscanf("12 abc -7", "%d %7s %d", &a, s, &b)); M(a); M(b); M(s[1]); unsigned x; M(sscanf("0x1f", "%x", &x)); M(x); long l; M(sscanf("5;6", "%ld;%d", &l, &a)); M(l + a); }`,
	`{ div_t d = div(%V, 7); M(d.quot); M(d.rem); M(abs(%K - 3)); M(labs(-5L)); ldiv_t l = ldiv(%V, %K + 1); M(l.quot * 3 + l.rem); }`,
	`{ M(offsetof(struct { int a; %T b; }, b)); M(INT_MAX + 0L); M(CHAR_BIT); M(UINT_MAX); M(LONG_MIN); M(SHRT_MIN); M(UCHAR_MAX); M(SIZE_MAX); M(INT64_MAX); M((uint8_t)%V); M((int16_t)%V); M(sizeof(intptr_t)); }`,
	`{ %T *p = malloc(4 * sizeof *p); for (int i = 0; i < 4; i++) p[i] = i + %K; p = realloc(p, 8 * sizeof *p); p[7] = %V; M(p[3]); M(p[7]); free(p); %T *q = calloc(3, sizeof *q); M(q[2]); free(q); }`,
	`{ M(strnlen("abcdef", %C)); char b[16]; M(strcasecmp("aBc", "AbC")); M(strncasecmp("abX", "ABy", 2)); char *d = strdup("dup"); M(strcmp(d, "dup")); free(d); M(memchr("abc", 'c', 3) != 0); M(atol("-9")); }`,
	// bit-fields of long types, and conversions
	`{ struct { unsigned long a : 40; long b : 50; int c : 7; } s = { %V, %V, %V }; M(((unsigned long)s.a << 30) >> 20); M((long)s.b * 3 >> 4); M(s.c * 1000); M(s.a > -1); M(~s.c); M((long)s.a++ + s.c--); s.b <<= 3; M(s.b); M((long)s.a + s.c); }`,
	`{ char c = 200; c += 100; c <<= 1; M(c); c /= 2; M(c); unsigned char u = %V; u = ~u; M(u >> 1); M(~u >> 1); short h = 70000; M(h); M((unsigned short)-1 * (long)3); M((unsigned char)%V << 24 >> 3); _Bool b = 0.25; M(b); b = 256; M(b); M(b++); M(--b); M(b -= 7); M((_Bool)&b); }`,
	`{ M((1 ? -1 : 0u) > 0); M(-1 < 1u); M(-1 < (unsigned char)1); M(sizeof('a')); M(sizeof(1 ? (char)1 : (char)2)); M(sizeof(%C ? 1 : 2L)); M(2147483648 > 0); M(0xffffffff > -1); M(4294967295 + 1); M('\xff' == 0xff); M(1u << 31 >> 31); M(-9 >> 1); M(-9 / 2); M(-9 % 4); M(0b101 + 017); M((int)'\x80'); }`,
	// initialisers
	`{ struct I%n s[3] = { [1].a[2] = 5, 6, [0] = { .b = 2 }, [2].p = { .y = %K } }; for (int i = 0; i < 3; i++) { M(s[i].b); M(s[i].a[2]); M(s[i].p.y); } M(sizeof s); }|struct I%n { int a[3]; %T b; struct { char x; short y; } p; };###`,
	`{ int a[2][3] = { 1, 2, { 3 }, 4 }; M(a[1][0]); M(a[0][1]); int b[][2] = { { 1 }, { 2, 3 }, 4, 5 }; M(sizeof b); M(b[2][1]); struct { int a, b; } s[] = { 1, 2, 3, 4, { 5 } }; M(sizeof s); M(s[1].b + s[2].b); char t[][4] = { "abc", "de", { 'x' } }; M(t[1][2]); M(t[2][0]); M(sizeof t); }`,
	`{ struct A%n s = { .x.i = %V, .k = 1, .x.c = { 9 } }; M(s.x.i); M(s.k); struct A%n t = { s.x, .k = 7 }, *p = &t; *p = *p; M(p->x.i); M(t.k); M(((struct A%n){ .k = %K }).k); }|struct A%n { union { int i; char c[4]; } x; %T k; };###`,
	`M(*p%n); M(*s%n); M(e%n - a%n); M(x%n); M(q%n->q == &n%n); M(f%n[1](3)); M(*c%n[1]); M(z%n.d[1]);|static int a%n[6] = { 1, 2, %K, 4, 5, 6 }, *p%n = &a%n[4] - 2, *e%n = a%n + 5; static const char *s%n = "abc" + 1, *const c%n[] = { "x", "yz", 0 }; int x%n; int x%n = %K; extern int x%n; struct N%n { struct N%n *q; }; extern struct N%n n%n; static struct N%n *q%n = &n%n; struct N%n n%n = { &n%n }; static int g%n(int); static int (*f%n[2])(int) = { 0, g%n }; static int g%n(int k) { return k * 3; } struct { char c; double d[2]; } z%n = { 'c', { 1, %K } };###`,
	// functions
	`M(o%n(3, (char)%V)); M(o%n(1, 300)); M(s%n(%C).a[1]); M((%C ? s%n(1) : s%n(2)).a[0]); M(s%n(2).b); M(t%n(s%n(3), s%n(4)));|static int o%n(a, b) int a; char b; { return a * 5 + b; } struct S%n { int a[3]; %T b; char c[9]; }; static struct S%n s%n(int k) { struct S%n s = { { k, k + 1 }, k * 2 }; return s; } static long t%n(struct S%n x, struct S%n y) { x.a[0] += y.a[1]; return x.a[0] * 100 + y.a[0] + x.b; }###`,
	`{ int k = %C; M(c%n(k++, 5) + k); M(c%n((k = 3, k), k)); int (*f)(int, int) = %C & 1 ? c%n : &c%n; M(f == c%n); M((**f)(1, 2)); M(v%n(5)); M(v%n(0)); }|static int c%n(int a, int b) { if (a > b) return a; else return b - a; } static int v%n(int n) { int r = 0; while (n --> 0) r += n; return r; }###`,
	`{ int n = 2; M(sizeof(int[n++])); M(n); M(sizeof(n++)); M(n); int a[3] = { 1, 2, 3 }; M(2[a]); M(&a[2] - &a[0]); M(*&*(a + 1)); int m[2][3] = { { 1, 2, 3 }, { 4, 5, %K } }, (*p)[3] = m; M(p[1][2]); M(*(*(p + 1) + 1)); M(sizeof *p); M(*p[1]); M((*p)[1]); M(&m[1] - m); M((char *)&m[1][0] - (char *)m); }`,
	`{ M(sizeof __func__ - sizeof "P"); M(STR%n(a + "b" \n)[4]); M(CAT%n(4, 2)); M(XSTR%n(X%n)[0]); M(SUM%n(1, 2, 3)); M(SUM%n(7)); M(MAX%n(%C, 2)); M(__LINE__ - __LINE__); M(EMPTY%n() 5); M(NEST%n(NEST%n(2))); }|
#define STR%n(x) #x
#define XSTR%n(x) STR%n(x)
#define X%n 97
#define CAT%n(a, b) a ## b
#define SUM%n(a, ...) (a + (sizeof(#__VA_ARGS__) - 1))
#define MAX%n(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define EMPTY%n()
#define NEST%n(x) ((x) * 3 + 1)
###`,
	// statements
	`{ int n = 0, k = %C + 5, m = (k + 3) / 4; switch (k & 3) { case 0: do { n += 1; case 3: n += 10; case 2: n += 100; case 1: n += 1000; } while (--m > 0); } M(n); for (;;) { switch (n & 1) { case 1: n++; continue; default: break; } break; } M(n); do { if (n > 5) continue; n = 0; } while (n++ < 0); M(n); }`,
	`{ long x = %V; switch (x) { case -5 ... -1: M(1); break; case 0: case 0x100000000: M(2); break; case 'a': M(3); default: M(4); case 7: M(5); } switch ((char)x) { case -1: M(6); break; case '\x80' ... -2: M(7); break; case 1: { int x = 3; M(x); break; } } if (x) if (x > 3) M(8); else M(9); }`,
	`{ int x = 1; { int x = 2; { extern int g%n; M(g%n); x++; } M(x); for (int x = 5; x < 6; x++) { int x = 9; M(x); } } M(x); typedef char T; { typedef long T; M(sizeof(T)); } M(sizeof(T)); struct S { int a; }; { struct S { char c; }; M(sizeof(struct S)); } M(sizeof(struct S)); enum { A = 3, B }; { enum { A = 7 }; M(A + B); } M(A); }|int g%n = %K;###`,
	`{ int r = 0; for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { if (j == 2) goto next%n; if (i == 2) goto out%n; r = r * 3 + i + j; } next%n:; } out%n: M(r); { int k = %C; if (k) goto done%n; r = 9; done%n: M(r); } M(({ int q = 3; if (r > 100) q = 4; else q += r; q; })); }`,
	`{ int a = 5, b = 0, *p = &a; M(a++ && b++); M(a); M(b); M(b && a++); M(a || b++); M(a); M(!a == b); M(a > 3 > 1); M(a & 1 == 1); M(-a + +b); M(~-a); M(- -a); M(!!a); M(*p++ * 2); M(p - &a); M((a, b, 7)); M(a == 6 ? b ? 1 : 2 : 3); a = b = 4; M(a += b -= 2); M(a - b - 1); M(a << 1 + 1); }`,
	// floating point
	`{ double d = %V / 3.0; float f = d; M(d == f); M(0.1f + 0.2f == 0.3f); M(0.1 + 0.2 == 0.3); M((float)16777217); M((int)3.99); M((int)-3.99); M(1e308 * 10 > 1e308); M((unsigned char)200.7); M(5 / 2 * 2.0); M(sizeof(1.0f * 1)); M(sizeof(1 + 1.0L)); M(-0.0 == 0.0); M(1 / -0.0 < 0); M(0x1.8p1 * 4); M((d > 0) + (d != d)); d += 1; d /= 0; M(d > 1e300 || d < -1e300 || d != d); }`,
	`{ M(__builtin_isnan(__builtin_nan(""))); M(__builtin_isinf(__builtin_inf())); M((long)(__builtin_fabs(-2.5) * 2)); M(__builtin_isfinite(1.0)); M(__builtin_signbit(-1.0) != 0); M((long)__builtin_copysign(3, -1.0)); M(__builtin_huge_val() > 1e308); M((long)__builtin_floor(2.5)); M((long)__builtin_sqrt(16)); }`,
	`{ M((long)round(2.5)); M((long)round(-2.5)); M((long)rint(2.5)); M((long)nearbyint(3.5)); M((long)fmin(1, 2)); M((long)fmod(-7, 3)); M((long)remainder(7, 4)); M((long)hypot(3, 4)); M((long)cbrt(27)); M((long)scalbn(3, 2)); M((long)exp2(3)); M((long)log2(8)); M(nextafter(1, 2) > 1); }|double round(double), rint(double), nearbyint(double), fmin(double, double), fmod(double, double), remainder(double, double), hypot(double, double), cbrt(double), scalbn(double, int), exp2(double), log2(double), nextafter(double, double);
###`,
	// strings and the library
	`{ char t[80]; M(snprintf(t, 80, "%+d|% d|%05d|%-5d|%#o|%#x|%lld|%zu|%hhx|%c|%3c|%-3c|", (int)(%V) & 1023, 7, -42, 3, 8, 255, -5LL, sizeof t, 511, 65, 66, 67)); for (char *p = t; *p; p++) M(*p); M(snprintf(t, 80, "%.*s|%*d|%-*d|%.3d|%5.2s|%%|%i|%u|%X|%ld", 2, "abc", 5, 42, 4, 7, 5, "xyz", -1, 3000000000u, 0xbeef, -9L)); for (char *p = t; *p; p++) M(*p); }`,
	`{ char b[16] = "abcdef", *q; M(strtok_r(b, "c", &q) == b); M(*q); M(strcspn(b, "b")); char *d = strndup("hello", 3); M(strlen(d)); free(d); M(stpcpy(b, "xy") - b); M(strncat(b, "12345", 3) == b); M(strlen(b)); M(memcmp("a\xff", "a\x01", 2) > 0); M(strcmp("\xff", "\x01") > 0); memset(b, 'z', 15); strncpy(b, "ab", 5); M(b[4]); M(b[5]); M(strrchr("abcabc", 'b') - strchr("abcabc", 'q') != 0); M(strstr("aXbXc", "Xc") != 0); M(*strpbrk("hello", "ol")); }`,
	`{ int a[3] = { 1, 2, 3 }; void *p = memmove(a + 1, a, 2 * sizeof *a); M(p == a + 1); M(a[2]); memset(a, -1, sizeof *a); M(a[0]); memset(a, 1, 6); M(a[1]); memcpy(a, &(int){ %V }, 4); M(a[0]); char *c = (char *)a; M(memchr(c, c[0], 4) == c); int *h = realloc(0, 8); h[0] = 5; h = realloc(h, 4000); M(h[0]); free(h); free(0); char *z = calloc(3, 5); M(z[14]); free(z); M(strtoul("-1", 0, 10) == -1ul); M(strtol("0x1G", 0, 16)); M(strtol(" +8", 0, 0)); M(strtol("0b1", 0, 2)); }`,
	`{ for (int c = -1; c < 256; c += 3) { M(!!isalnum(c)); M(!!iscntrl(c)); M(!!isgraph(c)); M(!!isprint(c)); M(!!islower(c)); M(!!isupper(c)); M(!!isblank(c)); M(tolower(c)); } struct P%n { int k; char c; } a[5] = { { 3, 'a' }, { 1, 'b' }, { 2, 'c' }, { 0, 'd' }, { 9, 'e' } }; qsort(a, 5, sizeof *a, c%n); for (int i = 0; i < 5; i++) M(a[i].c); struct P%n k = { 2 }, *f = bsearch(&k, a, 5, sizeof *a, c%n); M(f ? f->c : 0); k.k = 7; M(bsearch(&k, a, 5, sizeof *a, c%n) == 0); }|static int c%n(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }###`,
	`{ lldiv_t d = lldiv(-%K, 3); M(d.quot * 7 + d.rem); M(atoll("-77")); M(llabs(-3)); M((int)atof("2.5e1")); M(sizeof(size_t) + sizeof(ptrdiff_t) + sizeof(wchar_t)); char b[40]; int n = 0; M(sscanf("key = 42 ;", "%s = %d ;%n", b, &n, &n)); M(b[1]); M(n); char c, s[9]; M(sscanf("x:abc]12", "%c:%[a-c]]%2d", &c, s, &n)); M(s[2]); M(n); M(sscanf("", "%d", &n)); M(sscanf("7 8", "%*d %d", &n)); M(n); float f; double g; M(sscanf("1.5 -2e2", "%f%lf", &f, &g)); M(f * 2 + g); unsigned short h; M(sscanf("077", "%ho", &h)); M(h); M(sscanf("0x1A 010", "%i %i", &n, &n)); M(n); }`,
	// records, unions, enumerations, qualifiers
	`{ union U%n u = { .d = 1.0 }; M(u.l >> 52); u.c[7] = 0x40; M((long)u.d); union U%n v = u; M(v.l == u.l); M(sizeof u); u.s.b = %V; M(u.c[2]); M(u.s.a); struct { char a; union U%n u; } w = { 1, u }; M(w.u.c[2]); M(sizeof w); M(k%n(u).c[0]); }|union U%n { double d; long l; unsigned char c[8]; struct { short a, b; } s; }; static union U%n k%n(union U%n u) { u.c[0] ^= 0x55; return u; }###`,
	`{ struct Z%n { } e; M(sizeof e); struct { int n; char z[0]; } f; M(sizeof f); struct { char c; struct { int a; short b; } in; char d; } g = { 1, { 2, 3 }, 4 }; M(sizeof g); M(sizeof g.in); M((char *)&g.d - (char *)&g); const volatile int k = %K; M(*(int *)&k); const char *const *p = (const char *const[]){ "ab", "cd" }; M(p[1][1]); M(__builtin_types_compatible_p(int[], int[3])); M(_Alignof(long double)); M(sizeof(struct { char c; long double l; })); }`,
	`{ enum E%n e = D%n; M(e); M(sizeof(enum E%n)); M(B%n - A%n); M(C%n); e++; M(e); M(e == 6); enum F%n f = P%n; M(f > 0); M(sizeof f); M(sizeof P%n); enum { Q = 'a', R = sizeof(int), S = -1 }; M(Q + R + S); M((enum E%n)-1 > 0); }|enum E%n { A%n, B%n = 5, C%n = B%n | 8, D%n = 5 }; enum F%n { O%n = 1, P%n = 0x100000000 };###`,
	`{ struct L%n { struct L%n *next; int v; } n[4], *head = 0, **t = &head; for (int i = 0; i < 4; i++) { n[i].v = i * %K; n[i].next = 0; *t = &n[i]; t = &(*t)->next; } for (struct L%n **p = &head; *p;) if ((*p)->v & 1) *p = (*p)->next; else p = &(*p)->next; int s = 0; for (struct L%n *p = head; p; p = p->next) s = s * 7 + p->v + 1; M(s); }`,
	`{ typedef int A3[3]; A3 a = { 1, 2, 3 }, *p = &a; M((*p)[2]); typedef int (*F)(A3); F f = f%n; M(f(a)); M(sizeof(A3[2])); const A3 c = { 4 }; M(c[0]); int (*(*g)(int))(A3) = g%n; M(g(%C)(a)); char (*s)[4] = &"abc"; M((*s)[1]); M(sizeof *s); }|static int f%n(int a[static 3]) { a[0]++; return a[0] + a[2]; } static int (*g%n(int k))(int *) { return k ? f%n : f%n; }###`,
	`{ __attribute__((aligned(32))) char b[7]; M((unsigned long)b & 31); struct __attribute__((packed)) { char c; int i; short s; } p = { 1, %V, 3 }; int *q = &p.i; M(*q); *q += 5; M(p.i); M(sizeof p); struct { int a : 4; int : 0; int b : 4; char c; } f = { 1, 2, 3 }; M(sizeof f); M(f.a + f.b + f.c); char *v = alloca(%K); v[0] = 3; M(v[0]); int n = %C + 1; struct { int x; } w[n]; w[n - 1].x = 4; M(w[n - 1].x); M(sizeof w); }`,
	`{ int k = %C; { static int n = 3; n += k; M(n); } for (int i = 0; i < 3; i++) { static int m; m += i; M(m); } M(r%n(4)); M(r%n(2)); }|static int r%n(int n) { static int calls; int own = ++calls; return n ? r%n(n - 1) * 2 + own : calls; }###`,
	`{ int a = 3, b = %K; __asm__ volatile("" ::: "memory"); M(a + b); M(__builtin_assume_aligned(&a, 4) == &a); M(*(int *)__builtin_memcpy(&a, &b, sizeof a)); if (a != b) __builtin_unreachable(); M(__builtin_clzl(1ul << %K)); M(__builtin_ctz(b << 1)); M(__builtin_popcountll(-1)); M(__builtin_llabs(-4)); __builtin_prefetch(&a); M(__builtin_bswap32(b) >> 24); M(__builtin_strchr("ab", 'b') != 0); M(__builtin_mul_overflow(b, 1 << 30, &a)); }`,
	`{ int *p = &(int){ 3 }, *q = p; *q += %K; M(*p); struct { int *p; } s = { p }; ++*s.p; M(*p); int **r = &s.p; M(**r); (*r)++; M(s.p - p); char *c = (char *)p; M(c[0]); unsigned long u = (unsigned long)p; M((int *)u == p); M(u % sizeof(int)); void *v = p; M(v != 0 && !(v == 0)); M((char *)v + 1 == c + 1); M(p < p + 1); M(*(short *)v); }`,
	// careless
	`{ int k = %V & 63; unsigned x = %V; M(x << k); }`,
	`{ long k = %V % 70; M(%V >> k); }`,
	`{ int k = %C; M(%K / k); }`,
	`{ int a[4] = { 1, 2, 3, 4 }, k = %C + (%V & 1); M(a[k]); }`,
	`{ double d = %V; d *= 1e9; M((int)d); }`,
}

// headers are what features include.
const featureHeaders = `#include <stdlib.h>
#include <stddef.h>
#include <stdarg.h>
#include <stdint.h>
#include <limits.h>
#include <errno.h>
#include <ctype.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <strings.h>
#include <uchar.h>
`

// feature returns a statement made of one of the features.
func (p *sequential) feature() *statement {
	p.labels++
	own := fmt.Sprintf("%d_%d", p.number, p.labels)
	t := p.integer()
	for t == "_Bool" {
		t = p.integer()
	}
	template := p.featuresOf[p.IntN(len(p.featuresOf))]
	inside, outside, global := strings.Cut(template, "|")
	if !global || !strings.HasSuffix(outside, "###") {
		inside, outside = template, ""
	}
	values := ""
	fill := func(text string) string {
		var b strings.Builder
		for len(text) > 0 {
			at := strings.IndexByte(text, '%')
			if at < 0 || at+1 == len(text) {
				break
			}
			b.WriteString(text[:at])
			switch text[at+1] {
			case 'T':
				b.WriteString(t)
			case 'V', 'C': // computed before, outside of the scope of the feature's variables
				p.labels++
				name := fmt.Sprintf("%c%d", text[at+1], p.labels)
				mask := map[byte]string{'V': "", 'C': " & 3"}[text[at+1]]
				values += fmt.Sprintf("long %s = (%s)%s;\n", name, p.whole(), mask)
				b.WriteString(name)
			case 'K':
				fmt.Fprint(&b, 1+p.IntN(20))
			case 'n':
				b.WriteString(own)
			default:
				b.WriteString(text[at : at+2])
			}
			text = text[at+2:]
		}
		return b.String() + text
	}
	p.outside.WriteString(fill(strings.TrimSuffix(outside, "###")) + "\n")
	body := fill(inside)
	return text("{ %s%s }", values, body)
}
