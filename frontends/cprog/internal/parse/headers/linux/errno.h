#ifndef CPROG_LINUX_ERRNO_H
#define CPROG_LINUX_ERRNO_H
#include <errno.h>
#endif
