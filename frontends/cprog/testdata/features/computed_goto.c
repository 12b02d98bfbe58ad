// executions 1
#include <assert.h>
int main(void) { int k=0, n=0; static void *t[]={&&a,&&b,&&c}; for(k=0;k<3;k++){ goto *t[k]; a: n=n*10+1; continue; b: n=n*10+2; continue; c: n=n*10+3; } assert(n==123); void *p = &&d; if (n==123) { n=0; goto *p; } return 1; d: assert(n==0); return 0; }
