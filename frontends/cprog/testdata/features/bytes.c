// executions 1
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct s { char c; short h; int i; } g = { 1, 0x0203, 0x04050607 };
union { int i; unsigned char c[4]; short h[2]; } u = { 0x01020384 };
int ints[2] = { 0x01020304, -1 };
static _Thread_local long local = 0x1122334455667788;
static int byte_of(void *p, int k) { return ((unsigned char *)p)[k]; }
static void *thread(void *p) { *(char *)p = 9; return p; }
int main(void) {
	int x = 0x01020304;
	assert(((unsigned char *)&x)[0] == 4 && byte_of(&x, 3) == 1);
	unsigned char b[4];
	memcpy(b, &x, 4);
	assert(b[0] == 4 && b[1] == 3 && b[2] == 2 && b[3] == 1);
	memcpy(b, &x, 1);
	((unsigned char *)&x)[1] = 0xff;
	assert(x == 0x0102ff04 && *(short *)&x == (short)0xff04);
	memcpy(&x, "\xaa\xbb", 2);
	assert(x == 0x0102bbaa);
	memset(&x, 0x7f, 3);
	assert(x == 0x017f7f7f);
	assert(byte_of(&g, 0) == 1 && byte_of(&g, 2) == 3 && byte_of(&g, 7) == 4);
	memcpy((char *)&g + 3, ints, 5);
	assert(g.c == 1 && g.h == 0x0403 && g.i == (int)0xff010203);
	assert(u.c[0] == 0x84 && u.h[1] == 0x0102);
	u.c[3] = 0x7e;
	u.h[0] = 5;
	assert(u.i == 0x7e020005);
	assert(*(long *)ints == (long)0xffffffff01020304);
	assert(byte_of(&local, 7) == 0x11);
	pthread_t t;
	pthread_create(&t, 0, thread, (char *)&x + 1);
	pthread_join(t, 0);
	assert(x == 0x017f097f);
	return 0;
}
