#ifndef CPROG_SEMAPHORE_H
#define CPROG_SEMAPHORE_H
#include <fcntl.h>
#include <sys/types.h>
typedef struct { int __permits, __turns, __destroyed, __unused; long __rest[2]; } sem_t;
#ifndef SEM_VALUE_MAX
#define SEM_VALUE_MAX 2147483647
#endif
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
struct timespec;
int sem_timedwait(sem_t *, const struct timespec *);
int sem_clockwait(sem_t *, int, const struct timespec *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);
#define SEM_FAILED ((sem_t *)0)
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);
#endif
