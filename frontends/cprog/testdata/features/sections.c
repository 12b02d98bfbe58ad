// executions 2 blocked 2
// A section that accesses one variable is one event, and depends only on other events of that variable.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
int x[3], m;
static void *count(void *p) {
	int *own = p;
	for (int i = 0; i < 3; i++) {
		__VERIFIER_atomic_begin();
		*own += 1;
		if (*own == 2)
			*own = 4;
		__VERIFIER_atomic_end();
	}
	assert(*own == 5);
	return p;
}
static void __VERIFIER_atomic_acquire(void) {
	__VERIFIER_assume(m == 0);
	m = 1;
}
static void *acquire(void *p) {
	__VERIFIER_atomic_acquire();
	return p;
}
int main(void) {
	pthread_t t[4];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, count, &x[i]);
	pthread_create(&t[2], 0, acquire, 0);
	pthread_create(&t[3], 0, acquire, 0);
}
