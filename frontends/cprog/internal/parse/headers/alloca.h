#ifndef CPROG_ALLOCA_H
#define CPROG_ALLOCA_H
#define alloca(n) __builtin_alloca(n)
#endif
