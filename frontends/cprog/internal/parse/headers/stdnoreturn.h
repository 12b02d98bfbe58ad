#ifndef CPROG_STDNORETURN_H
#define CPROG_STDNORETURN_H
#define noreturn _Noreturn
#endif
