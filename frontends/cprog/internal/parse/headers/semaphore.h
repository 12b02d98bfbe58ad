#ifndef CPROG_SEMAPHORE_H
#define CPROG_SEMAPHORE_H
typedef struct { int __permits, __turns, __destroyed, __unused; long __rest[2]; } sem_t;
#define SEM_VALUE_MAX 2147483647
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
struct timespec;
int sem_timedwait(sem_t *, const struct timespec *);
int sem_clockwait(sem_t *, int, const struct timespec *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);
#endif
