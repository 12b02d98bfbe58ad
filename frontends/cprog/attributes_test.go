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
		"sem_init(&s, 0, INT_MAX); assert(sem_post(&s) == -1 && errno == EOVERFLOW); assert(sem_wait(&s) == 0); assert(sem_post(&s) == 0); assert(sem_post(&s) == -1);",
		"assert(sem_init(&s, 0, INT_MAX + 1u) == -1 && errno == EINVAL); sem_init(&z, 0, SEM_VALUE_MAX - 1); assert(sem_post(&z) == 0); assert(sem_post(&z) == -1); int v; sem_getvalue(&z, &v); assert(v == SEM_VALUE_MAX);",
	} {
		write(t, file, declared+"int main(void) { "+body+" return 0; }")
		if err := runOnce(file); err != nil {
			t.Errorf("%s\n%v", body, err)
		}
	}
}
