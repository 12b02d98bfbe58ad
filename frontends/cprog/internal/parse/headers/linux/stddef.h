#ifndef CPROG_LINUX_STDDEF_H
#define CPROG_LINUX_STDDEF_H
#include <stddef.h>
#endif
