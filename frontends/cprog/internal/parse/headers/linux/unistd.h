#ifndef CPROG_LINUX_UNISTD_H
#define CPROG_LINUX_UNISTD_H
#include <sys/syscall.h>
#endif
