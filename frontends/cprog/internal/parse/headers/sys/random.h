#ifndef CPROG_SYS_RANDOM_H
#define CPROG_SYS_RANDOM_H
#include <sys/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
ssize_t getrandom(void *, size_t, unsigned);
int getentropy(void *, size_t);
#endif
