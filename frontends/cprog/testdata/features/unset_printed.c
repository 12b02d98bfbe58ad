// executions 1 failed 1
// An argument that has no value is used, whatever becomes of the text.
#include <stdio.h>
int main(void) {
	int v;
	printf("%d\n", v);
	return 0;
}
