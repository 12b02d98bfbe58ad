#ifndef CPROG_LINUX_KERNEL_H
#define CPROG_LINUX_KERNEL_H
#include <linux/compiler.h>
#include <linux/types.h>
#include <stddef.h>
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
#endif
