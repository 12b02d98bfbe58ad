// executions 1
// The functions of atexit, the last one first, and then the destructors are called by exit and after main.
#include <assert.h>
#include <stdlib.h>
int order;
static void first(void) { order = order * 10 + 1; }
static void second(void) { order = order * 10 + 2; atexit(first); }
__attribute__((destructor)) static void last(void) { assert(order == 3); }
__attribute__((destructor(200))) static void never(void) { assert(order == 3); _Exit(0); }
__attribute__((destructor(101))) static void not_reached(void) { assert(0); }
static void third(void) { order = 3; }
static int leave(int k) { if (k) exit(0); return 1; }
int main(int argc, char **argv) {
	order = 0;
	assert(atexit(third) == 0);
	order = 9;
	atexit(first);
	atexit(second);
	leave(argc);
	assert(0);
}
