#include <string.h>
#define bzero(p, ...) ((void)memset((p), 0, (__VA_ARGS__)))
#define bcopy(from, to, ...) ((void)memmove((to), (from), (__VA_ARGS__)))
