#ifndef CPROG_SYS_SYSCALL_H
#define CPROG_SYS_SYSCALL_H
#define SYS_gettid 186
#define SYS_futex 202
long syscall(long, ...);
#endif
