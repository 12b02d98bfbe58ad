// executions 1
// The address of a weak function that is not defined is null.
#include <assert.h>
extern int missing(int) __attribute__((weak));
__attribute__((weak)) int present(int v) { return v + 1; }
int main(void) {
	assert(!missing && present);
	assert((missing ? missing(1) : 5) == 5);
	return present(-1);
}
