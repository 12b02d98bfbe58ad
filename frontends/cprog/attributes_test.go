package cprog_test

import (
	"path/filepath"
	"testing"
)

// TestAttributes: a function that sets an attribute returns EINVAL, or ENOTSUP, for a value that the attribute cannot have, and leaves it as it was.
// Posts fail at the most permits, and waits by a clock that is none for deadlines.
func TestAttributes(t *testing.T) {
	const declared = "#define _GNU_SOURCE\n#include <pthread.h>\n#include <semaphore.h>\n#include <limits.h>\n#include <assert.h>\n#include <errno.h>\n#include <time.h>\n" +
		"pthread_mutexattr_t m; pthread_condattr_t c; pthread_rwlockattr_t r; pthread_barrierattr_t b; pthread_attr_t a; pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t w = PTHREAD_COND_INITIALIZER; sem_t s, z;\n" +
		"static int k(int v) { return v; }\n"
	file := filepath.Join(t.TempDir(), "f.c")
	for _, body := range []string{
		"assert(pthread_mutexattr_settype(&m, 77) == EINVAL); assert(pthread_mutexattr_settype(&m, -1) == EINVAL);",
		"assert(pthread_mutexattr_settype(&m, k(PTHREAD_MUTEX_RECURSIVE)) == 0); assert(pthread_mutexattr_settype(&m, k(9)) == EINVAL); int t; pthread_mutexattr_gettype(&m, &t); assert(t == PTHREAD_MUTEX_RECURSIVE);",
		"assert(pthread_mutexattr_settype(&m, 3) == 0); pthread_mutex_init(&l, &m); pthread_mutex_lock(&l); assert(pthread_mutex_trylock(&l) == EBUSY);",
		"assert(pthread_mutexattr_setprotocol(&m, 3) == EINVAL); assert(pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_INHERIT) == 0);",
		"assert(pthread_mutexattr_setpshared(&m, k(2)) == EINVAL); assert(pthread_mutexattr_setpshared(&m, k(1)) == 0); assert(pthread_mutexattr_setprioceiling(&m, 0) == EINVAL);",
		"assert(pthread_condattr_setclock(&c, CLOCK_PROCESS_CPUTIME_ID) == EINVAL); assert(pthread_condattr_setclock(&c, CLOCK_MONOTONIC) == 0); assert(pthread_condattr_setpshared(&c, 5) == EINVAL);",
		"assert(pthread_rwlockattr_setpshared(&r, -1) == EINVAL); assert(pthread_rwlockattr_setkind_np(&r, 3) == EINVAL); assert(pthread_barrierattr_setpshared(&b, 7) == EINVAL);",
		"assert(pthread_attr_setdetachstate(&a, 2) == EINVAL); int d; pthread_attr_init(&a); pthread_attr_setdetachstate(&a, k(9)); pthread_attr_getdetachstate(&a, &d); assert(d == PTHREAD_CREATE_JOINABLE);",
		"assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP); assert(pthread_attr_setscope(&a, 5) == EINVAL); assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);",
		"assert(pthread_attr_setinheritsched(&a, 2) == EINVAL); assert(pthread_attr_setstacksize(&a, 100) == EINVAL); assert(pthread_attr_setstacksize(&a, 1 << 16) == 0); assert(pthread_setconcurrency(-1) == EINVAL);",
		"int old = 7; assert(pthread_setcancelstate(5, &old) == EINVAL && old == 7); assert(pthread_setcanceltype(-1, &old) == EINVAL && old == 7); assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);",
		"struct timespec t = { 5 }; pthread_mutex_lock(&l); assert(pthread_cond_clockwait(&w, &l, 2, &t) == EINVAL); assert(pthread_mutex_unlock(&l) == 0);",
		"int v; size_t n = 1; void *at; struct sched_param p = { 5 }; pthread_attr_init(&a); pthread_attr_getstacksize(&a, &n); assert(n == 8388608); pthread_attr_getguardsize(&a, &n); assert(n == 4096);" +
			"assert(!pthread_attr_setstacksize(&a, 1 << 16)); assert(pthread_attr_setstacksize(&a, 5) == EINVAL); pthread_attr_getstacksize(&a, &n); assert(n == 1 << 16); pthread_attr_setguardsize(&a, 0); pthread_attr_getguardsize(&a, &n); assert(!n);" +
			"pthread_attr_getinheritsched(&a, &v); assert(v == PTHREAD_INHERIT_SCHED); pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED); assert(pthread_attr_setschedparam(&a, &p) == EINVAL); pthread_attr_setschedpolicy(&a, SCHED_RR);" +
			"assert(!pthread_attr_setschedparam(&a, &p)); p.sched_priority = 0; pthread_attr_getschedparam(&a, &p); assert(p.sched_priority == 5); pthread_attr_getschedpolicy(&a, &v); assert(v == SCHED_RR); pthread_attr_getinheritsched(&a, &v); assert(v == 1);" +
			"pthread_attr_getscope(&a, &v); assert(v == PTHREAD_SCOPE_SYSTEM); pthread_attr_setstack(&a, (void *)0x10000, 1 << 15); pthread_attr_getstack(&a, &at, &n); assert(at == (void *)0x10000 && n == 1 << 15);" +
			"pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED); pthread_attr_getdetachstate(&a, &v); assert(v == PTHREAD_CREATE_DETACHED); pthread_attr_init(&a); pthread_attr_getdetachstate(&a, &v); assert(v == PTHREAD_CREATE_JOINABLE);",
		"int v; pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_ROBUST); pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_INHERIT); pthread_mutexattr_setpshared(&m, 1); pthread_mutexattr_settype(&m, PTHREAD_MUTEX_RECURSIVE); pthread_mutexattr_getprotocol(&m, &v);" +
			"assert(v == PTHREAD_PRIO_INHERIT); pthread_mutexattr_getpshared(&m, &v); assert(v == 1); pthread_mutexattr_getrobust(&m, &v); assert(v == PTHREAD_MUTEX_ROBUST); pthread_mutexattr_gettype(&m, &v); assert(v == PTHREAD_MUTEX_RECURSIVE);" +
			"pthread_mutexattr_getprioceiling(&m, &v); assert(v == 1); pthread_mutexattr_setprioceiling(&m, 9); pthread_mutexattr_getprioceiling(&m, &v); assert(v == 9); pthread_mutex_init(&l, &m); pthread_mutex_lock(&l); assert(!pthread_mutex_trylock(&l));",
		"clockid_t k; int v; pthread_condattr_init(&c); pthread_condattr_getclock(&c, &k); assert(k == CLOCK_REALTIME); pthread_condattr_setclock(&c, CLOCK_MONOTONIC); pthread_condattr_setpshared(&c, 1); pthread_condattr_getclock(&c, &k); assert(k == CLOCK_MONOTONIC);" +
			"pthread_condattr_getpshared(&c, &v); assert(v == 1); pthread_rwlockattr_init(&r); pthread_rwlockattr_setkind_np(&r, 2); pthread_rwlockattr_getkind_np(&r, &v); assert(v == 2); pthread_rwlockattr_getpshared(&r, &v); assert(v == 0);" +
			"pthread_barrierattr_init(&b); pthread_barrierattr_setpshared(&b, 1); pthread_barrierattr_getpshared(&b, &v); assert(v == 1);",
		"struct timespec t = { 0, -1 }; pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; sem_init(&s, 0, 1); assert(sem_timedwait(&s, &t) == -1 && errno == EINVAL); assert(pthread_rwlock_timedrdlock(&w, &t) == EINVAL); assert(pthread_rwlock_timedwrlock(&w, &t) == EINVAL);" +
			"assert(pthread_mutex_timedlock(&l, &t) == 0); assert(pthread_mutex_timedlock(&l, &t) == EINVAL); assert(clock_getres(CLOCK_MONOTONIC, &t) == 0 && t.tv_nsec == 1); assert(clock_getres(999, 0) == -1 && errno == EINVAL);",
		"sem_init(&s, 0, INT_MAX); assert(sem_post(&s) == -1 && errno == EOVERFLOW); assert(sem_wait(&s) == 0); assert(sem_post(&s) == 0); assert(sem_post(&s) == -1);",
		"assert(sem_init(&s, 0, INT_MAX + 1u) == -1 && errno == EINVAL); sem_init(&z, 0, SEM_VALUE_MAX - 1); assert(sem_post(&z) == 0); assert(sem_post(&z) == -1); int v; sem_getvalue(&z, &v); assert(v == SEM_VALUE_MAX);",
	} {
		write(t, file, declared+"int main(void) { "+body+" return 0; }")
		if err := runOnce(file); err != nil {
			t.Errorf("%s\n%v", body, err)
		}
	}
}
