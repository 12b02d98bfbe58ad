#ifndef CPROG_SYS_SYSCALL_H
#define CPROG_SYS_SYSCALL_H
#define __NR_sched_yield 24
#define __NR_pause 34
#define __NR_getpid 39
#define __NR_getppid 110
#define __NR_gettid 186
#define __NR_futex 202
#define __NR_getcpu 309
#define __NR_membarrier 324
#define SYS_sched_yield __NR_sched_yield
#define SYS_pause __NR_pause
#define SYS_getpid __NR_getpid
#define SYS_getppid __NR_getppid
#define SYS_gettid __NR_gettid
#define SYS_futex __NR_futex
#define SYS_getcpu __NR_getcpu
#define SYS_membarrier __NR_membarrier
long syscall(long, ...);
#endif
