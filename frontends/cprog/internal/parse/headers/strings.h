#include <string.h>
#define bzero(p, n) ((void)memset((p), 0, (n)))
