// executions 1
#include <assert.h>
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
int f(int n, ...) { va_list a; va_start(a, n); long double x = va_arg(a, long double); int k = va_arg(a, int); assert(x == 1.5L); assert(k == 7); return 1; }
int g(int n, ...) { va_list a; va_start(a, n); void *l = &a; long double x = va_arg(*(va_list *)l, long double); int k = va_arg(*(va_list *)l, int); assert(x == 2.5L); assert(k == 9); return 1; }
int main(void) { f(1, 1.5L, 7); g(1, 2.5L, 9); char b[40]; int n = snprintf(b, 40, "%Lf", 1.5L); printf("%d", b[0]); assert(b[0]=='1'); assert(b[2] == '5'); return 0; }
