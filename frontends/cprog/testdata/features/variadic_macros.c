// executions 1
#include <assert.h>
int add(int a, ...) { return a; }
int two(int a, int b) { return a+b; }
#define A(f, args...) add(f, ##args)
#define B(f, ...) add(f ,##__VA_ARGS__)
#define C(f, ...) two(f __VA_OPT__(,) __VA_ARGS__)
#define E(a,b...) two(a,##b)
int main(void) { assert(A(1)==1); assert(A(1,2)==1); assert(B(3)==3); assert(B(3,4)==3); assert(C(1,2)==3); assert(E(3,4)==7); return 0; }
