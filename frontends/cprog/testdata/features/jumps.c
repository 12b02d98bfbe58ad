// executions 1
#include <assert.h>
#include <setjmp.h>
static jmp_buf j; int depth;
static int d(int k) { int x[2] = {k, 1}; int *p = x; depth++; if (k == 4) longjmp(j, 0); return d(k + 1) + p[0]; }
int g(int *p) { return *p; }
int h(int k) { int x = k; if (k == 0) longjmp(j, 7); return h(k-1) + g(&x); }
int main(void) { volatile int x = 5; int r = setjmp(j); if (r == 0) { x++; d(0); } else if (r == 1) { assert(x == 6); x = 9; h(3); } assert(r == 7 && x == 9 && depth == 5); jmp_buf b; for (volatile int i = 0; i < 3; ) { int q = setjmp(b); if (q < 2) { longjmp(b, q + 1); } i = i + 1; } return 0; }
