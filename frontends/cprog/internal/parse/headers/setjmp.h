#ifndef CPROG_SETJMP_H
#define CPROG_SETJMP_H
typedef struct { long __point; } jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf);
int _setjmp(jmp_buf);
int sigsetjmp(sigjmp_buf, int);
_Noreturn void longjmp(jmp_buf, int);
_Noreturn void _longjmp(jmp_buf, int);
_Noreturn void siglongjmp(sigjmp_buf, int);
#define setjmp(b) setjmp(b)
#define sigsetjmp(b, s) sigsetjmp(b, s)
#endif
