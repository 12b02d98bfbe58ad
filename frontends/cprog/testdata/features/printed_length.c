// executions 1
// snprintf without room, and %n.
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
char s[10]; memset(s, 7, 10); assert(snprintf(s, 5, "%s", "abcdefg") == 7); assert(!strcmp(s, "abcd")); assert(s[5] == 7); assert(snprintf(s, 0, "xyz") == 3); assert(s[0]=='a'); assert(snprintf(NULL, 0, "%d", 12345) == 5); assert(sprintf(s, "%d-%d", 1, 2) == 3); assert(!strcmp(s, "1-2")); int k; assert(snprintf(s, 10, "abc%ndef", &k) == 6 && k == 3); long lk; sprintf(s, "ab%ln", &lk); assert(lk == 2);signed char hk; sprintf(s, "abx%hhn", &hk); assert(hk == 3);
return 0; }
