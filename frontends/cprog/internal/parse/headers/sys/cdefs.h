#ifndef CPROG_SYS_CDEFS_H
#define CPROG_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#endif
