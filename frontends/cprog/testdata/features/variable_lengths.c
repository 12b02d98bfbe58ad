// executions 1
#include <assert.h>
static int t(int r, int c, int a[r][c]) { int t = 0; for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) t = t * 3 + a[i][j]; return t; }
int main(void) { int n = 3, m=2; int a[n][m]; int q[4]={0}; assert(sizeof a == 24); assert(sizeof a[0] == 8); a[2][1]=5; assert(a[2][1]==5); int (*p)[m] = a; assert(p[2][1]==5); assert(sizeof *p == 8); p++; assert(p - a == 1); assert((*(p+1))[1] == 5); n = 7; assert(sizeof a == 24); typedef int row[m]; row r; assert(sizeof r == 8); assert(sizeof(int[n]) == 28); for(int i=0;i<3;i++)for(int j=0;j<2;j++) a[i][j]=i+j; assert(t(3,2,a)==((((((0*3+1)*3+1)*3)+2)*3)+2)*3+3); return 0; }
