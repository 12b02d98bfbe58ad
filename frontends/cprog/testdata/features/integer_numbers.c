// executions 1
// Integers in texts.
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
char *e; assert(strtol("  -42abc", &e, 10) == -42 && !strcmp(e, "abc")); assert(strtol("0x1F", &e, 16) == 31 && !*e); assert(strtol("0x1F", &e, 0) == 31); assert(strtol("017", 0, 0) == 15); assert(strtol("0x", &e, 16) == 0 && !strcmp(e, "x")); assert(strtol("zz", 0, 36) == 35 * 36 + 35); assert(strtol("", &e, 10) == 0 && !*e); assert(strtol("  +", &e, 10) == 0 && *e == ' ');
errno = 0; assert(strtol("99999999999999999999", &e, 10) == LONG_MAX && errno == ERANGE && !*e); errno = 0; assert(strtol("-99999999999999999999", &e, 10) == LONG_MIN && errno == ERANGE); errno = 0; assert(strtol("-9223372036854775808", 0, 10) == LONG_MIN && errno == 0); assert(strtol("9223372036854775807", 0, 10) == LONG_MAX && errno == 0);
errno = 0; assert(strtoul("-1", 0, 10) == ULONG_MAX && errno == 0); assert(strtoul("18446744073709551616", 0, 10) == ULONG_MAX && errno == ERANGE); assert(strtoll("123", 0, 10) == 123); assert(strtoull("ff", 0, 16) == 255); assert(strtol("1010", 0, 2) == 10); assert(strtol("8", &e, 8) == 0 && *e == '8'); errno=0; assert(strtol("10", &e, 1) == 0 && errno == EINVAL); errno=0; assert(strtol("10", &e, 37) == 0 && errno == EINVAL);
assert(strtoimax("77", 0, 10) == 77); assert(strtoumax("77", 0, 8) == 63); assert(atoi("12x") == 12 && atol(" 5") == 5 && atoll("-7") == -7);assert(strtol("0b11",&e,0)==0 && *e=='b');
return 0; }
