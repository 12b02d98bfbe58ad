// executions 1
// The functions of at_quick_exit, the last one first, are called by quick_exit, and those of atexit are not.
#include <assert.h>
#include <stdlib.h>
int order;
static void first(void) { assert(order == 2); order = 1; _Exit(0); }
static void second(void) { assert(order == 9); order = 2; }
static void never(void) { assert(0); }
__attribute__((destructor)) static void last(void) { assert(0); }
int main(void) {
	assert(at_quick_exit(never) == 0);
	assert(at_quick_exit(first) == 0);
	at_quick_exit(second);
	atexit(never);
	order = 9;
	quick_exit(3);
}
