// executions 1
// A frame with the address of one of its own locals is taken again by a later call.
#include <assert.h>

static void to(char **at, char *where) { *at = where; }

static int call(void) {
	char large[1 << 16], *end;
	to(&end, large + 3);
	return end - large;
}

int main(void) {
	int sum = 0;
	for (int i = 0; i < 1000; i++)
		sum += call();
	assert(sum == 3000);
	return 0;
}
