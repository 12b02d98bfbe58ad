#ifndef CPROG_SYS_RANDOM_H
#define CPROG_SYS_RANDOM_H
#include <sys/types.h>
ssize_t getrandom(void *, size_t, unsigned);
#endif
