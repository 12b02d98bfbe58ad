#ifndef CPROG_STRING_H
#define CPROG_STRING_H
#include <stddef.h>
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
static inline size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
static inline int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return (unsigned char)*a - (unsigned char)*b;
}
static inline int strncmp(const char *a, const char *b, size_t n) {
  for (; n > 0; a++, b++, n--)
    if (*a != *b || !*a)
      return (unsigned char)*a - (unsigned char)*b;
  return 0;
}
static inline char *strcpy(char *to, const char *from) {
  size_t n = 0;
  do
    to[n] = from[n];
  while (from[n++]);
  return to;
}
#endif
