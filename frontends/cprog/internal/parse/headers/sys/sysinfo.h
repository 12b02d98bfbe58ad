#ifndef CPROG_SYS_SYSINFO_H
#define CPROG_SYS_SYSINFO_H
/* As many processors as sched_getaffinity names. */
static inline int get_nprocs(void) { return 2; }
static inline int get_nprocs_conf(void) { return 2; }
#endif
