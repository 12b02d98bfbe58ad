// executions 2
#include <assert.h>
#include <pthread.h>
int sum;
static void *add(void *p) {
	__sync_fetch_and_add(&sum, *(int *)p);
	return p;
}
static int total(int n) {
	int a[n], s = 0;
	for (int i = 0; i < n; i++) a[i] = i;
	for (int i = 0; i < n; i++) s += a[i] + *(a + i);
	return s;
}
int main(int argc, char **argv) {
	assert(argc == 1 && argv[0][0] && !argv[1]);
	int n = 2;
	pthread_t t[n];
	int v[n + 1];
	for (int i = 0; i < n; i++) {
		v[i] = i + 1;
		pthread_create(&t[i], 0, add, &v[i]);
	}
	for (int i = 0; i < n; i++) pthread_join(t[i], 0);
	assert(sum == 3 && total(4) == 12 && total(1) == 0);
	return 0;
}
