// executions 1
// Arguments for ... of several types, also structs.
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
int sum(int n, ...) { va_list a; va_start(a, n); int s = 0; while (n--) s += va_arg(a, int); va_end(a); return s; } int mix(const char *f, ...) { va_list a; va_start(a, f); int n = 0; for (; *f; f++) switch (*f) { case 'i': assert(va_arg(a, int) == 1); n++; break; case 'd': assert(va_arg(a, double) == 2.5); n++; break; case 'l': assert(va_arg(a, long) == 3); n++; break; case 's': assert(*va_arg(a, char *) == 'x'); n++; break; case 'p': assert(!va_arg(a, void *)); n++; } va_end(a); return n; } struct big { int a[5]; }; struct big va_big(int n, ...) { va_list a; va_start(a, n); struct big b = va_arg(a, struct big); va_end(a); return b; } int many(int z,...){va_list a; va_start(a,z); int s=0; for(int i=1;i<=9;i++) s+=va_arg(a,int); s+=va_arg(a,double); s+=va_arg(a,double); return s;}
int main(void) {
assert(sum(3, 1, 2, 3) == 6); assert(mix("idlsp", 1, 2.5, 3L, "x", (void *)0) == 5); struct big b = va_big(1, (struct big){{1,2,3,4,5}}); assert(b.a[4] == 5); assert(many(0,1,2,3,4,5,6,7,8,9,10.0,11.0)==66);
return 0; }
