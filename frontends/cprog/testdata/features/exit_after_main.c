// executions 1 failed 1
// The functions of atexit are called after main; this one fails.
#include <assert.h>
#include <stdlib.h>
int order;
static void first(void) { assert(order == 2); assert(0); }
static void second(void) { order++; }
int main(void) {
	atexit(first);
	atexit(second);
	order = 1;
	return 0;
}
