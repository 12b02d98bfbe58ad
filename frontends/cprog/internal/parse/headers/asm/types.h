#ifndef CPROG_ASM_TYPES_H
#define CPROG_ASM_TYPES_H
#include <linux/types.h>
#endif
