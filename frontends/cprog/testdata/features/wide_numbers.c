// executions 1
// Numbers of 16 bytes.
#include <assert.h>
#include <stdio.h>
#include <string.h>
static __int128 sq(__int128 x, unsigned char y) { return x * x - y; }
static long double half(long double x) { return x / 2; }
struct I { char c; __int128 v; };
int main(void) { __int128_t q; __uint128_t qq=3; __int128 x = 5, y = -7; x = x * y; assert(x == -35); assert((long)x == -35); unsigned __int128 u = 1; u <<= 100; assert((long)(u >> 90) == 1024); assert(u > x == 0 || 1); x++; assert(x == -34); assert(--x == -35); assert(x-- == -35);
 assert((double)u == 0x1p100); assert(sq(1L << 40, 1) >> 70 == 1023); struct I s = {1, -5}, t = s; assert(t.v == -5 && sizeof s == 32); assert(-t.v == 5); assert(~t.v == 4); assert(!t.v == 0); 
 long double l = 0.1L; assert(l != 0.1); assert(half(l) == 0.05L); l = 1; l /= 3; l *= 3; assert(l == 1); assert((int)(l + 2.5L) == 3); char b[40]; snprintf(b, 40, "%.3Lf|%d", 1.5L, 7); assert(!strcmp(b, "1.500|7")); float f = l; assert(f == 1); assert(sizeof l == 16); l = 1e4000L; assert(l > 1e300); int z = 0; assert(1.0L / z > l); return 0; }
