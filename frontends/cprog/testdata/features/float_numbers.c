// executions 1
// Floating-point numbers in texts.
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
char *e; assert(strtod("1.5e3x", &e) == 1500 && *e == 'x'); assert(strtod("  -0.5", &e) == -0.5 && !*e); assert(strtod(".5.", &e) == 0.5 && *e == '.'); assert(strtod("abc", &e) == 0 && *e == 'a'); assert(strtod("1e", &e) == 1 && *e == 'e'); assert(strtod("0x1.8p1", &e) == 3.0 && !*e); assert(isinf(strtod("inf", &e)) && !*e); assert(isinf(strtod("-INFINITYx", &e)) && *e == 'x'); assert(isnan(strtod("nan", &e)) && !*e); assert(isnan(strtod("NAN(abc)z", &e)) && *e == 'z');
errno = 0; assert(strtod("1e999", &e) == HUGE_VAL && errno == ERANGE); errno = 0; assert(strtod("1e-999", &e) == 0 && errno == ERANGE); assert(strtof("0.1", 0) == 0.1f); assert(atof("2.5") == 2.5);  assert(strtod("123456789012345678901234567890", 0) == 123456789012345678901234567890.0);assert(strtof("16777217.0000001",0)==16777218.0f); errno=0; assert(strtof("1e39",0)==HUGE_VALF && errno==ERANGE);
return 0; }
