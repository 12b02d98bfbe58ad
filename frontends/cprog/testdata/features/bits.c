// executions 1
#include <assert.h>
int main(void) {
	for (int i = 0; i < 63; i++) {
		unsigned long v = 1ul << i | 1ul << i / 2;
		assert(__builtin_popcountl(v) == (i ? 2 : 1) && __builtin_ctzll(v) == i / 2 && __builtin_clzl(v) == 63 - i);
	}
	assert(__builtin_popcount(-1) == 32 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_ffs(0) == 0 && __builtin_ffs(6) == 2);
	return 0;
}
