#ifndef CPROG_SIGNAL_H
#define CPROG_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef struct { unsigned long __bits; } sigset_t;
typedef void (*sighandler_t)(int);
union sigval { int sival_int; void *sival_ptr; };
typedef struct { int si_signo, si_code, si_pid; void *si_addr; } siginfo_t;
struct sigaction {
  void (*sa_handler)(int);
  void (*sa_sigaction)(int, siginfo_t *, void *);
  sigset_t sa_mask;
  int sa_flags;
};
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SA_RESTART 0x10000000
#define SA_SIGINFO 4
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
sighandler_t signal(int, sighandler_t);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigprocmask(int, const sigset_t *, sigset_t *);
int sigwait(const sigset_t *, int *);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
int pthread_kill(unsigned long, int);
int kill(pid_t, int);
int raise(int);
#endif
