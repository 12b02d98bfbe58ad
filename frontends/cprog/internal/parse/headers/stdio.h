#ifndef CPROG_STDIO_H
#define CPROG_STDIO_H
#include <stdarg.h>
#include <stddef.h>
#include <sys/types.h>
typedef struct __cprog_file FILE;
#define stdin ((FILE *)0x7f01)
#define stdout ((FILE *)0x7f02)
#define stderr ((FILE *)0x7f03)
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int vprintf(const char *, va_list);
int dprintf(int, const char *, ...);
int asprintf(char **, const char *, ...);
int vasprintf(char **, const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int puts(const char *);
int fputs(const char *, FILE *);
int putchar(int);
int fputc(int, FILE *);
int putc(int, FILE *);
int fflush(FILE *);
void setbuf(FILE *, char *);
int setvbuf(FILE *, char *, int, size_t);
void perror(const char *);
int scanf(const char *, ...);
int sscanf(const char *, const char *, ...);
int vsscanf(const char *, const char *, va_list);
int fscanf(FILE *, const char *, ...);
FILE *fopen(const char *, const char *);
FILE *fdopen(int, const char *);
int fclose(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
char *fgets(char *, int, FILE *);
int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int ungetc(int, FILE *);
int feof(FILE *);
int ferror(FILE *);
int fileno(FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int remove(const char *);
int rename(const char *, const char *);
#endif
