#ifndef CPROG_STDIO_H
#define CPROG_STDIO_H
#include <stddef.h>
typedef struct __cprog_file FILE;
#define stdin ((FILE *)0)
#define stdout ((FILE *)0)
#define stderr ((FILE *)0)
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int puts(const char *);
int putchar(int);
int fflush(FILE *);
void perror(const char *);
#endif
