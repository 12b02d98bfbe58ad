// executions 1
// Conversions of floating-point numbers; the texts are those of glibc.
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
char s[400]; int n;
n = snprintf(s, sizeof s, "%f %F", 1.5, 2.25); assert(!strcmp(s, "1.500000 2.250000")); assert(n == 17);
n = snprintf(s, sizeof s, "%.0f %.1f %.2f %.10f", 2.5, 0.05, 1.005, 1.0/3); assert(!strcmp(s, "2 0.1 1.00 0.3333333333")); assert(n == 23);
n = snprintf(s, sizeof s, "%e %E %.0e %.3e", 12345.678, 0.00012, 5.5, 1e100); assert(!strcmp(s, "1.234568e+04 1.200000E-04 6e+00 1.000e+100")); assert(n == 42);
n = snprintf(s, sizeof s, "%g %g %g %g %g %G", 100000.0, 1000000.0, 0.0001, 0.00001, 1.5, 1e-10); assert(!strcmp(s, "100000 1e+06 0.0001 1e-05 1.5 1E-10")); assert(n == 35);
n = snprintf(s, sizeof s, "%.3g|%#g|%#.0f|%#.0e", 3.14159, 1.0, 3.0, 3.0); assert(!strcmp(s, "3.14|1.00000|3.|3.e+00")); assert(n == 22);
n = snprintf(s, sizeof s, "%10.2f|%-10.2f|%010.2f|%+.1f|% .1f", 3.14159, 3.14159, -3.14159, 1.0, 1.0); assert(!strcmp(s, "      3.14|3.14      |-000003.14|+1.0| 1.0")); assert(n == 42);
n = snprintf(s, sizeof s, "%f %f %f", INFINITY, -INFINITY, NAN); assert(!strcmp(s, "inf -inf nan")); assert(n == 12);
n = snprintf(s, sizeof s, "%F %E %G", INFINITY, NAN, -INFINITY); assert(!strcmp(s, "INF NAN -INF")); assert(n == 12);
n = snprintf(s, sizeof s, "%5.1f|%010f|%-10f|", NAN, INFINITY, INFINITY); assert(!strcmp(s, "  nan|       inf|inf       |")); assert(n == 28);
n = snprintf(s, sizeof s, "%a %A %.3a %a", 1.0, 255.5, 3.14159, 0.1); assert(!strcmp(s, "0x1p+0 0X1.FFP+7 0x1.922p+1 0x1.999999999999ap-4")); assert(n == 48);
n = snprintf(s, sizeof s, "%a", 0.0); assert(!strcmp(s, "0x0p+0")); assert(n == 6);
n = snprintf(s, sizeof s, "%a", -0.5); assert(!strcmp(s, "-0x1p-1")); assert(n == 7);
n = snprintf(s, sizeof s, "%a", 5e-324); assert(!strcmp(s, "0x0.0000000000001p-1022")); assert(n == 23);
n = snprintf(s, sizeof s, "%f", 1e300); assert(!strcmp(s, "1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160.000000")); assert(n == 308);
n = snprintf(s, sizeof s, "%f %g", DBL_MAX, DBL_MIN); assert(!strcmp(s, "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368.000000 2.22507e-308")); assert(n == 329);
n = snprintf(s, sizeof s, "%Lf %Le %Lg", 1.25L, 1e10L, 0.1L); assert(!strcmp(s, "1.250000 1.000000e+10 0.1")); assert(n == 25);
n = snprintf(s, sizeof s, "%.20f", 0.1); assert(!strcmp(s, "0.10000000000000000555")); assert(n == 22);
n = snprintf(s, sizeof s, "%.17g", 0.1); assert(!strcmp(s, "0.10000000000000001")); assert(n == 19);
n = snprintf(s, sizeof s, "%g", -0.0); assert(!strcmp(s, "-0")); assert(n == 2);
n = snprintf(s, sizeof s, "%.0f %.0f %.0f", 0.5, 1.5, -0.5); assert(!strcmp(s, "0 2 -0")); assert(n == 6);
n = snprintf(s, sizeof s, "%#.3g %#.3g", 1.0, 100.0); assert(!strcmp(s, "1.00 100.")); assert(n == 9);
n = snprintf(s, sizeof s, "%*.*f|", 9, 3, 2.71828); assert(!strcmp(s, "    2.718|")); assert(n == 10);
n = snprintf(s, sizeof s, "%lf %le %lg", 1.0, 2.0, 3.0); assert(!strcmp(s, "1.000000 2.000000e+00 3")); assert(n == 23);

return 0; }
