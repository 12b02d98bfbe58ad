// executions 1
// What sets errno, and what leaves it alone.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <stdint.h>
#include <inttypes.h>
#include <limits.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <float.h>
#include <time.h>
#include <wchar.h>

int main(void) {
errno = 0; void *p = malloc((size_t)1 << 62); assert(!p && errno == ENOMEM); errno = 5; p = malloc(8); assert(p && errno == 5); free(p); assert(errno == 5); errno=0; assert(sqrt(-1)!=0); assert(errno==EDOM); errno=0; log(0); assert(errno==ERANGE); errno=0; exp(1e10); assert(errno==ERANGE); errno=0; assert(isnan(acos(2))&&errno==EDOM); errno=0; pow(-1,0.5); assert(errno==EDOM); errno=0; fmod(1,0); assert(errno==EDOM);
return 0; }
