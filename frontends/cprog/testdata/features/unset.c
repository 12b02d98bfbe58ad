// executions 3 --nondet=-1..1
// A variable without a value gets any value of the given range, and then keeps it.
#include <assert.h>
int main(void) {
	int x, y = x;
	assert(x == y && x >= -1 && x <= 1);
	return 0;
}
