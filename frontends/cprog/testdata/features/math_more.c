// executions 1
// Functions of math.h.
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
assert(floor(-1.5) == -2 && ceil(1.2) == 2 && round(2.5) == 3 && trunc(-1.7) == -1 && fabs(-2) == 2 && fmod(7, 3) == 1 && sqrt(9) == 3 && pow(2, 10) == 1024 && rint(2.5) == 2 && lround(-2.5) == -3 && lrint(3.5) == 4 && nearbyint(0.5) == 0); assert(hypot(3, 4) == 5 && cbrt(27) == 3 && fmax(1, NAN) == 1 && fmin(2, 3) == 2 && copysign(1, -0.0) == -1); int e; assert(frexp(8, &e) == 0.5 && e == 4); assert(ldexp(0.5, 4) == 8); double ip; assert(modf(3.25, &ip) == 0.25 && ip == 3); assert(isnan(NAN) && isinf(INFINITY) && isfinite(1.0) && !isnormal(0.0) && signbit(-1.0)); assert(isgreater(2.0, 1.0) && isunordered(NAN, 1.0)); assert(fabs(sin(M_PI)) < 1e-15 && exp(0) == 1 && log(1) == 0 && log2(8) == 3 && log10(1000) == 3); assert(remainder(5, 3) == -1 && fdim(3, 1) == 2 && scalbn(1, 3) == 8 && ilogb(8) == 3 && logb(8) == 3 && nextafter(1, 2) > 1); assert(fpclassify(0.0) == FP_ZERO && fpclassify(1.0) == FP_NORMAL && fpclassify(NAN) == FP_NAN); assert(sqrtf(4.0f) == 2.0f && floorf(1.5f) == 1 && fabsf(-1) == 1 && atan2(0, 1) == 0); assert(tgamma(5)==24); assert(fabs(erf(0))==0&&llround(1.5)==2&&llrint(1.5)==2); assert(expm1(0)==0&&log1p(0)==0&&sinh(0)==0&&cosh(0)==1&&tanh(0)==0&&asinh(0)==0&&acosh(1)==0&&atanh(0)==0&&exp2(3)==8);
return 0; }
