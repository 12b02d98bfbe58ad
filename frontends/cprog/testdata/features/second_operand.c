// executions 1
// A ?: without a second operand, whose condition is a constant.
#include <assert.h>
#define N 4
#define OR(a, b) ((a) ? : (b))
static int s = N ?: 3, z = 0 ?: 5; enum { E = 7 };
int n; int f(void) { n++; return 6; }
int main(int argc, char **argv) { int x = 1 ?: 2; assert(x == 1 && s == 4 && z == 5 && OR(0, 9) == 9 && OR(E, 2) == 7 && (f() ?: 3) == 6 && n == 1 && (n ? : 4) == 1 && (0 ?: n ?: 2) == 1 && (sizeof(int) == 4 ?: 8) == 1); char *t = "a?:b"; assert(t[1] == '?' && t[2] == ':'); return (x ?: 7) - 1; }
