#ifndef CPROG_STDLIB_H
#define CPROG_STDLIB_H
#include <stddef.h>
#include <sys/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);
int rand(void);
int rand_r(unsigned *);
long random(void);
long lrand48(void);
long mrand48(void);
double drand48(void);
double erand48(unsigned short[3]);
long nrand48(unsigned short[3]);
long jrand48(unsigned short[3]);
void srand48(long);
void srand(unsigned);
void srandom(unsigned);
_Noreturn void exit(int);
_Noreturn void _Exit(int);
_Noreturn void quick_exit(int);
int at_quick_exit(void (*)(void));
void abort(void);
int atexit(void (*)(void));
char *getenv(const char *);
int system(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **);
float strtof(const char *, char **);
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
static inline int abs(int v) { return v < 0 ? -v : v; }
static inline long labs(long v) { return v < 0 ? -v : v; }
static inline long long llabs(long long v) { return v < 0 ? -v : v; }
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
static inline div_t div(int a, int b) { div_t r = { a / b, a % b }; return r; }
static inline ldiv_t ldiv(long a, long b) { ldiv_t r = { a / b, a % b }; return r; }
static inline lldiv_t lldiv(long long a, long long b) { lldiv_t r = { a / b, a % b }; return r; }
#endif
