#ifndef CPROG_STRING_H
#define CPROG_STRING_H
#include <stddef.h>
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
int memcpy_s(void *, size_t, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strcasestr(const char *, const char *);
void *mempcpy(void *, const void *, size_t);
void *rawmemchr(const void *, int);
char *strerror_r(int, char *, size_t);
char *index(const char *, int);
char *rindex(const char *, int);
int bcmp(const void *, const void *, size_t);
int ffs(int);
int ffsl(long);
int ffsll(long long);
char *strncat(char *, const char *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strpbrk(const char *, const char *);
char *strsep(char **, const char *);
char *strchrnul(const char *, int);
char *stpncpy(char *, const char *, size_t);
char *stpcpy(char *, const char *);
int strcoll(const char *, const char *);
void *memmem(const void *, size_t, const void *, size_t);
void *memrchr(const void *, int, size_t);
char *strstr(const char *, const char *);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strtok(char *, const char *);
char *strtok_r(char *, const char *, char **);
char *strerror(int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
#endif
