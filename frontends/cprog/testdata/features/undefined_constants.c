// executions 1
#include <limits.h>
int main(void) { if (0) { int x = 1 << -3; int y = 1/0; int z = 1 << 70; int w = INT_MIN / -1; int v = INT_MAX + 1; int m = 1 % 0; (void)x;(void)y; } int c = 1; int d = c ? 1 : 1/0; return 0; }
