// executions 1
#include <assert.h>
int log_[50], n; void cl(int *p){ log_[n++]=*p; }
#define C __attribute__((cleanup(cl)))
int f(int k){ C int a=1; if(k==0) return a+9; { C int b=2; if(k==1) goto out; for(int i=0;i<2;i++){ C int c=3+i; if(k==2) continue; if(k==3) break; } switch(k){case 4: {C int d=7; break;} default:; } } out: return n; }
static int order[8], m; 
__attribute__((constructor(200))) static void c2(void){order[m++]=2;}
__attribute__((constructor)) static void c3(void){order[m++]=3;}
__attribute__((constructor(101))) static void c1(void){order[m++]=1;}
void d1(void) __attribute__((destructor)); void d1(void){ assert(m==3); }
int same(int*a,int k){ if(n!=k) return 0; for(int i=0;i<k;i++) if(log_[i]!=a[i]) return 0; n=0; return 1; }
int main(void){ assert(order[0]==1&&order[1]==2&&order[2]==3); assert(f(0)==10); assert(same((int[]){1},1)); f(1); assert(same((int[]){2,1},2)); f(2); assert(same((int[]){3,4,2,1},4)); f(3); assert(same((int[]){3,2,1},3)); f(4); assert(same((int[]){3,4,7,2,1},5)); f(5); assert(same((int[]){3,4,2,1},4)); int x=({C int y=5; y+1;}); assert(x==6); assert(same((int[]){5},1)); return 0; }
