#ifndef CPROG_SCHED_H
#define CPROG_SCHED_H
int sched_yield(void);
#endif
