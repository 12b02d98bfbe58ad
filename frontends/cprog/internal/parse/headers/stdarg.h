#ifndef CPROG_STDARG_H
#define CPROG_STDARG_H
typedef __builtin_va_list va_list;
#define va_start(l, last) __builtin_va_start(l, last)
#define va_arg(l, t) __builtin_va_arg(l, t)
#define va_end(l) __builtin_va_end(l)
#define va_copy(to, from) ((to) = (from))
#endif
