#ifndef CPROG_SCHED_H
#define CPROG_SCHED_H
#include <stddef.h>
int sched_yield(void);
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
struct sched_param { int sched_priority; };
int sched_get_priority_max(int);
int sched_get_priority_min(int);
int sched_setscheduler(int, int, const struct sched_param *);
/* Threads run on any processor, whatever set they ask for. */
#define CPU_SETSIZE 1024
typedef unsigned long __cpu_mask;
#define __NCPUBITS (8 * sizeof(__cpu_mask))
typedef struct { __cpu_mask __bits[CPU_SETSIZE / 64]; } cpu_set_t;
#define __CPUELT(c) ((c) / __NCPUBITS)
#define __CPUMASK(c) ((__cpu_mask)1 << ((c) % __NCPUBITS))
#define CPU_ZERO_S(n, s) do { for (size_t __k = 0; __k < (n) / sizeof(__cpu_mask); __k++) (s)->__bits[__k] = 0; } while (0)
#define CPU_SET_S(c, n, s) ((size_t)(c) / 8 < (n) ? ((s)->__bits[__CPUELT(c)] |= __CPUMASK(c)) : 0)
#define CPU_CLR_S(c, n, s) ((size_t)(c) / 8 < (n) ? ((s)->__bits[__CPUELT(c)] &= ~__CPUMASK(c)) : 0)
#define CPU_ISSET_S(c, n, s) ((size_t)(c) / 8 < (n) ? ((s)->__bits[__CPUELT(c)] & __CPUMASK(c)) != 0 : 0)
#define CPU_ZERO(s) CPU_ZERO_S(sizeof(cpu_set_t), s)
#define CPU_SET(c, s) CPU_SET_S(c, sizeof(cpu_set_t), s)
#define CPU_CLR(c, s) CPU_CLR_S(c, sizeof(cpu_set_t), s)
#define CPU_ISSET(c, s) CPU_ISSET_S(c, sizeof(cpu_set_t), s)
#define CPU_COUNT(s) ({ \
  const cpu_set_t *__s = (s); \
  int __n = 0; \
  for (int __k = 0; __k < CPU_SETSIZE / 64; __k++) \
    __n += __builtin_popcountl(__s->__bits[__k]); \
  __n; })
#define CPU_EQUAL(a, b) ({ \
  const cpu_set_t *__a = (a), *__b = (b); \
  int __same = 1; \
  for (int __k = 0; __k < CPU_SETSIZE / 64; __k++) \
    __same &= __a->__bits[__k] == __b->__bits[__k]; \
  __same; })
int sched_setaffinity(int, size_t, const cpu_set_t *);
#define __cprog_get_affinity(n, s) ({ CPU_ZERO_S(n, s); (s)->__bits[0] = 3; 0; })
#define sched_getaffinity(p, n, s) ((void)(p), __cprog_get_affinity((n), (s)))
#define pthread_getaffinity_np(t, n, s) ((void)(t), __cprog_get_affinity((n), (s)))
#define sched_getcpu() 0
#endif
