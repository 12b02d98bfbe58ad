// executions 1
#include <assert.h>
struct { unsigned g : 31; } g;
struct { int i : 3; } i;
struct { unsigned long l : 20; } l;
struct { _Bool b : 1; } t;
struct { unsigned w : 32; } w;
int calls;
static int five(void) { calls++; return 5; }
int main(void) {
	assert(g.g > -1 && l.l > -1 && !(w.w > -1));
	assert((i.i = 7) == -1 && i.i == -1);
	assert((g.g = 0xffffffff) == 0x7fffffff && g.g + 1 < 0);
	assert(~l.l < 0 && (1 ? l.l : -1) - 1 < 0 && sizeof(+l.l) == 4);
	assert((t.b = 4) == 1 && ++i.i == 0 && i.i-- == 0 && i.i == -1);
	for (int i = 0; i < 4; i++) assert("abc"[i] == (i < 3 ? 'a' + i : 0));
	int r = five() ?: 1;
	assert(r == 5 && calls == 1);
	return 0;
}
