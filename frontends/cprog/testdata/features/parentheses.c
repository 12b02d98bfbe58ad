// executions 1
#include <assert.h>
int g, h, calls;
static int f(void) { calls++; return 1; }
int main(void) {
	g = (h = 3);
	assert(g == 3 && h == 3);
	int rounds = 0;
	while ((g = 0)) rounds++;
	assert(rounds == 0 && g == 0);
	int w = 0, v = ((w = 8) | 3);
	assert(w == 8 && v == 11);
	h = (f(), 3);
	assert(calls == 1 && h == 3);
	if ((f(), 1)) w = 1;
	assert(calls == 2 && w == 1);
	if ((int)(f(), 0) || 0 * f()) w = 2;
	assert(calls == 4 && w == 1);
	v = 0 && (f(), 1);
	assert(v == 0 && calls == 4);
	v = (1 || f()) + ((g = 5) > 4);
	assert(v == 2 && calls == 4 && g == 5);
	v = -(w = 4) + ~(int)(g = 0);
	assert(v == -5 && w == 4 && g == 0);
	v = (w++, 1) ? (g++, 7) : (h++, 8);
	assert(v == 7 && w == 5 && g == 1 && h == 3);
	assert(sizeof(w++) == 4 && w == 5);
	return 0;
}
