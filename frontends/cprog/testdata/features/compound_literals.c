// executions 1
#include <assert.h>
#include <string.h>
char *fs = (char[]){"file"};
int *fi = (int[]){1,2,3};
struct P { int x, y[2]; } *fp = &(struct P){1,{2,3}};
const char **names = (const char*[]){"a","bc",0};
int sum(const int *a, int n) { int s=0; while(n--) s+=*a++; return s; }
int main(void) { char *s=(char[]){"abc"}; assert(s[0]=='a'&&s[3]==0); assert(sizeof((char[]){"abc"})==4); assert(sizeof((int[]){1,2,[5]=3})==24); assert(sum((int[]){1,2,3},3)==6); assert(fs[3]=='e'&&fs[4]==0); assert(fi[2]==3); assert(fp->y[1]==3); assert(!strcmp(names[1],"bc")); struct P p=(struct P){.y={7}}; assert(p.y[0]==7&&p.x==0); int *q=(int[3]){[1]=4}; q[0]=9; assert(q[0]==9&&q[1]==4&&q[2]==0); assert(((struct P){3}).x==3); for(int i=0;i<3;i++){int *z=(int[]){i,i+1}; assert(z[1]==i+1); z[0]=5;} assert((int){5}==5); int *w=&(int){6}; *w=7; assert(*w==7); int (*m)[2]=(int[][2]){{1,2},{3,4}}; assert(m[1][0]==3); assert(sizeof((int[][2]){1,2,3})==16); static char *st=(char*)"x"; char t[]={"brace"}; assert(sizeof t==6); union{int i;char c[4];} u=(typeof(u)){.c="abc"}; assert(u.c[1]=='b'); assert(((char*[]){"p","q"})[1][0]=='q'); return 0; }
