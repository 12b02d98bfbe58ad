// executions 1
#include <assert.h>
enum E { A, B, C }; enum N { M=-1, P };
struct S { enum E e:2; enum N n:2; unsigned r:3; } s;
int main(void) { enum E e = A; assert(e - 1 > 0); assert(A - 1 < 0); assert(sizeof(enum E)==4); s.e = C; s.n = M; assert(s.e==C); assert(s.n==-1); assert(s.e-3<0); enum N n = M; assert(n<0); assert((e=B, e)-2 > 0u); assert(_Generic(A, int: 1, default: 0)); return 0; }
