// The same without turns: both may step back forever.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag[2]; int c;
static void take(int i) {
	flag[i] = 1;
	while (flag[1 - i]) { flag[i] = 0; while (flag[1 - i]); flag[i] = 1; }
	c++; flag[i] = 0;
}
static void *p(void *a) { take(1); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); take(0); pthread_join(t, 0); }
