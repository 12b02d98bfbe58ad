#ifndef CPROG_ERRNO_H
#define CPROG_ERRNO_H
#define EINTR 4
#define EAGAIN 11
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define EDEADLK 35
#define ETIMEDOUT 110
#endif
