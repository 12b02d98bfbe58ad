#ifndef CPROG_UNISTD_H
#define CPROG_UNISTD_H
#include <sys/types.h>
unsigned sleep(unsigned);
int usleep(unsigned);
#endif
