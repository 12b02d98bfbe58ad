#ifndef CPROG_UNISTD_H
#define CPROG_UNISTD_H
#include <getopt.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
unsigned sleep(unsigned);
int usleep(unsigned);
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
off_t lseek(int, off_t, int);
int unlink(const char *);
int isatty(int);
long sysconf(int);
pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
long syscall(long, ...);
pid_t fork(void);
unsigned alarm(unsigned);
int pause(void);
int getentropy(void *, size_t);
void _exit(int);
#endif
