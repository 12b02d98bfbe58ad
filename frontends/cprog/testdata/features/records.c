// executions 1
#include <assert.h>
#include <stddef.h>
struct __attribute__((packed)) P { char a; int b; };
struct __attribute__((packed)) F { char a; int b; } f(void);
struct Q { char a; int b; short c; } __attribute__((packed));
struct R { char a; struct Q q; int b; };
struct B { char x; unsigned b : 4; };
struct N { char a; int b __attribute__((aligned(8))); };
struct O { _Alignas(16) char c; int d; };
struct A16 { int x; } __attribute__((aligned(16)));
#pragma pack(push, 1)
struct K1 { char a; long b; };
#pragma pack(2)
struct K2 { char a; long b; };
#pragma pack(pop)
struct K3 { char a; long b; };
struct BB { int a:3; int b:30; char c; short d:5; int :0; unsigned e:1; };
struct B3 { unsigned a:12, b:12; char c; };
struct __attribute__((packed)) PB { unsigned a:3; unsigned b:6; unsigned c:7; char d; };
struct Q qi = {1,2,3}; struct K1 ka[2] = {{1,2},{3,4}};
struct BB bi = {1,-5,'c',3,1};
int main(void) { assert(sizeof(struct Q)==7); assert(sizeof(struct P)==5); assert(sizeof(struct F)==5); assert(offsetof(struct Q,c)==5); assert(sizeof(struct R)==12); assert(offsetof(struct R,b)==8); assert(sizeof(struct B)==4); assert(sizeof(struct N)==16); assert(sizeof(struct O)==16); assert(_Alignof(struct O)==16); assert(sizeof(struct A16)==16); assert(sizeof(struct K1)==9); assert(sizeof(struct K2)==10); assert(sizeof(struct K3)==16); assert(sizeof(struct BB)==16); assert(sizeof(struct PB)==3); assert(_Alignof(struct Q)==1);
 struct Q q={'a',7,9}; assert(q.b==7&&q.c==9); q.b=70000; assert(q.b==70000&&q.c==9&&q.a=='a'); struct Q *qp=&q; assert(qp->c==9); assert(qi.b==2&&qi.c==3); assert(ka[1].b==4&&ka[1].a==3&&ka[0].b==2); assert(bi.b==-5&&bi.c=='c'&&bi.d==3&&bi.e==1);
 struct B b={'x',5}; b.b=9; assert(b.b==9&&b.x=='x'); struct PB pb={5,33,100,'d'}; assert(pb.a==5&&pb.b==33&&pb.c==100&&pb.d=='d'); struct Q arr[3]={{1,2,3},{4,5,6}}; assert(arr[1].c==6); assert((char*)&arr[1]-(char*)&arr[0]==7); assert(&arr[2]-arr==2); return 0; }
