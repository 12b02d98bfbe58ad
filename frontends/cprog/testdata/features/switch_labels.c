// executions 1
#include <assert.h>
static int with_label(int m) {
	int n = 0;
	switch (m) {
	case 1:
		n = 2;
		break;
	default:
		n = 9;
	L:
		n++;
	}
	if (n == 10 && m == 5) {
		m = 6;
		goto L;
	}
	return n;
}
static int nested(int a, int b) {
	switch (a) {
	case 0:
		switch (b) {
		case 0: return 1;
		inner: case 2: return 2;
		default: if (b == 7) goto inner; break;
		}
		return 3;
	out:
	case 1 ... 3:
		return 4;
	}
	if (a == 9) goto out;
	return 5;
}
int main(void) {
	assert(with_label(1) == 2);
	assert(with_label(2) == 10);
	assert(with_label(5) == 11);
	assert(nested(0, 0) == 1 && nested(0, 2) == 2 && nested(0, 7) == 2 && nested(0, 5) == 3);
	assert(nested(2, 0) == 4 && nested(9, 0) == 4 && nested(4, 0) == 5);
	return 0;
}
