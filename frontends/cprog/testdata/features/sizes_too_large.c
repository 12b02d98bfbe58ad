// executions 1
// Sizes that overflow, or that no memory has.
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
assert(!calloc((size_t)1<<40,(size_t)1<<40) && errno==ENOMEM); assert(!reallocarray(0,(size_t)1<<40,(size_t)1<<40));
return 0; }
