// T. J. Dekker's algorithm: whose turn it is not steps back, and waits.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag[2], turn; int c;
static void take(int i) {
	flag[i] = 1;
	while (flag[1 - i])
		if (turn != i) { flag[i] = 0; while (turn != i); flag[i] = 1; }
	c++; turn = 1 - i; flag[i] = 0;
}
static void *p(void *a) { take(1); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); take(0); pthread_join(t, 0); }
