// executions 1
// Texts of errors.
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
assert(!strcmp(strerror(0),"Success")); assert(!strcmp(strerror(ENOMEM),"Cannot allocate memory")); assert(!strcmp(strerror(EAGAIN), "Resource temporarily unavailable")); assert(!strcmp(strerror(9999),"Unknown error 9999")); assert(!strcmp(strerror(EBUSY),"Device or resource busy")); assert(!strcmp(strerror(ETIMEDOUT),"Connection timed out")); char b[50]; 
return 0; }
