#ifndef CPROG_WCHAR_H
#define CPROG_WCHAR_H
#include <stddef.h>
#include <stdint.h>
typedef unsigned wint_t;
typedef struct { int __count, __value; } mbstate_t;
#define WEOF 0xffffffffu
static inline size_t wcslen(const wchar_t *s) { size_t n = 0; while (s[n]) n++; return n; }
static inline int wcscmp(const wchar_t *a, const wchar_t *b) { while (*a && *a == *b) { a++; b++; } return *a < *b ? -1 : *a > *b; }
static inline wchar_t *wcscpy(wchar_t *to, const wchar_t *from) { wchar_t *p = to; while ((*p++ = *from++)) ; return to; }
static inline wchar_t *wcscat(wchar_t *to, const wchar_t *from) { wcscpy(to + wcslen(to), from); return to; }
static inline wchar_t *wcschr(const wchar_t *s, wchar_t c) { for (; *s != c; s++) if (!*s) return 0; return (wchar_t *)s; }
static inline wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) { for (size_t k = 0; k < n; k++) to[k] = c; return to; }
static inline wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { for (size_t k = 0; k < n; k++) to[k] = from[k]; return to; }
static inline int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (a[k] != b[k])
      return a[k] < b[k] ? -1 : 1;
  return 0;
}
#endif
