// executions 4 blocked 1
// Functions that files of the verification competition, and of the kernel, declare but do not define, or define in terms of others.
#include <assert.h>
#include <pthread.h>
extern void abort(void);
void assume_abort_if_not(int c) { if (!c) { abort(); } }
typedef struct { int counter; } atomic_t;
extern void atomic_inc(atomic_t *);
extern int atomic_dec_and_test(atomic_t *), atomic_read(atomic_t *);
atomic_t users = { 1 };
int last, seen;
static void *use(void *p) {
	atomic_inc(&users);
	seen = atomic_read(&users);
	if (atomic_dec_and_test(&users))
		last = 1;
	return p;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, use, 0);
	int first = atomic_dec_and_test(&users);
	pthread_join(t, 0);
	assert(first || last);
	assume_abort_if_not(seen == 2 || !first);
	return 0;
}
