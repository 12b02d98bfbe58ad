#ifndef CPROG_LINUX_LIMITS_H
#define CPROG_LINUX_LIMITS_H
#include <limits.h>
#endif
