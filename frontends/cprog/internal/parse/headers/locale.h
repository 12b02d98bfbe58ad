#ifndef CPROG_LOCALE_H
#define CPROG_LOCALE_H
#define LC_CTYPE 0
#define LC_ALL 6
char *setlocale(int, const char *);
#endif
