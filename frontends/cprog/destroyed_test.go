package cprog_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDestroyed: a use of a destroyed library object fails with its line; a use of one that has been
// initialised again does not.
func TestDestroyed(t *testing.T) {
	const preamble = `#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_barrier_t b; sem_t s; int v; pthread_spinlock_t p; void *thread(void *a) { return (void *)7; }
`
	file := filepath.Join(t.TempDir(), "f.c")
	for body, want := range map[string]string{
		"pthread_mutex_destroy(&m); pthread_mutex_lock(&m);":                            "use of a mutex that is destroyed",
		"pthread_mutex_destroy(&m); pthread_mutex_trylock(&m);":                         "use of a mutex that is destroyed",
		"pthread_mutex_destroy(&m); pthread_mutex_unlock(&m);":                          "use of a mutex that is destroyed",
		"pthread_mutex_destroy(&m); pthread_mutex_destroy(&m);":                         "use of a mutex that is destroyed",
		"pthread_mutex_lock(&m); pthread_mutex_destroy(&m);":                            "a mutex is destroyed while it is held",
		"pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0); pthread_mutex_lock(&m);": "",
		"pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m);":  "",
		"pthread_mutexattr_t a; pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m); pthread_mutex_lock(&m);": "use of a mutex that is destroyed",
		"pthread_cond_destroy(&c); pthread_cond_signal(&c);":                                     "use of a condition variable that is destroyed",
		"pthread_cond_destroy(&c); pthread_cond_broadcast(&c);":                                  "use of a condition variable that is destroyed",
		"pthread_mutex_lock(&m); pthread_cond_destroy(&c); pthread_cond_wait(&c, &m);":           "use of a condition variable that is destroyed",
		"pthread_cond_destroy(&c); pthread_cond_init(&c, 0); pthread_cond_signal(&c);":           "",
		"pthread_rwlock_destroy(&l); pthread_rwlock_rdlock(&l);":                                 "use of a read-write lock that is destroyed",
		"pthread_rwlock_destroy(&l); pthread_rwlock_wrlock(&l);":                                 "use of a read-write lock that is destroyed",
		"pthread_rwlock_destroy(&l); pthread_rwlock_tryrdlock(&l);":                              "use of a read-write lock that is destroyed",
		"pthread_rwlock_destroy(&l); pthread_rwlock_trywrlock(&l);":                              "use of a read-write lock that is destroyed",
		"pthread_rwlock_rdlock(&l); pthread_rwlock_destroy(&l);":                                 "a read-write lock is destroyed while it is held",
		"pthread_rwlock_destroy(&l); pthread_rwlock_init(&l, 0); pthread_rwlock_rdlock(&l);":     "",
		"pthread_barrier_init(&b, 0, 1); pthread_barrier_destroy(&b); pthread_barrier_wait(&b);": "use of a barrier that is destroyed",
		"pthread_barrier_init(&b, 0, 1); pthread_barrier_wait(&b); pthread_barrier_destroy(&b);": "",
		"pthread_spin_init(&p, 0); pthread_spin_destroy(&p); pthread_spin_lock(&p);":             "use of a spin lock that is destroyed",
		"pthread_spin_init(&p, 0); pthread_spin_destroy(&p); pthread_spin_trylock(&p);":          "use of a spin lock that is destroyed",
		"pthread_spin_init(&p, 0); pthread_spin_destroy(&p); pthread_spin_unlock(&p);":           "use of a spin lock that is destroyed",
		"pthread_spin_init(&p, 0); pthread_spin_destroy(&p); pthread_spin_destroy(&p);":          "use of a spin lock that is destroyed",
		"pthread_spin_lock(&p); pthread_spin_destroy(&p);":                                       "a spin lock is destroyed while it is held",
		"pthread_spin_unlock(&p);": "unlock of a spin lock that the thread does not hold",
		"pthread_spin_destroy(&p); pthread_spin_init(&p, 0); pthread_spin_lock(&p); v = pthread_spin_trylock(&p); pthread_spin_unlock(&p); pthread_spin_destroy(&p); if (v != 16) abort();": "",
		"char *q = 0; v = strlen(q);": "use of a null pointer",
		"pthread_t t; void **none = 0; pthread_create(&t, 0, thread, 0); pthread_join(t, none);":                             "",
		"pthread_t t; void *r, **p = &r; pthread_create(&t, 0, thread, 0); pthread_join(t, p); if (r != (void *)7) abort();": "",
		"pthread_mutexattr_t *none = 0; pthread_mutex_init(&m, none); pthread_mutex_lock(&m);":                               "",
		"sem_init(&s, 0, 1); sem_destroy(&s); sem_wait(&s);":                                                                 "use of a semaphore that is destroyed",
		"sem_init(&s, 0, 1); sem_destroy(&s); sem_trywait(&s);":                                                              "use of a semaphore that is destroyed",
		"sem_init(&s, 0, 1); sem_destroy(&s); sem_post(&s);":                                                                 "use of a semaphore that is destroyed",
		"sem_init(&s, 0, 1); sem_destroy(&s); sem_getvalue(&s, &v);":                                                         "use of a semaphore that is destroyed",
		"sem_init(&s, 0, 1); sem_wait(&s); sem_destroy(&s); sem_init(&s, 0, 1); sem_wait(&s);":                               "",
	} {
		write(t, file, preamble+"int main(void) { "+body+" return 0; }")
		err := runOnce(file)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), "f.c:6: "+want)) {
			t.Errorf("%s\ngot  %v\nwant %s", body, err, want)
		}
	}
}

// TestDestroyedByAnother: one thread destroys a mutex that another may still take, or a condition at which it may wait.
func TestDestroyedByAnother(t *testing.T) {
	const program = `
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *p) { USE return 0; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	BEFORE
	DESTROY
	AFTER
}`
	file := filepath.Join(t.TempDir(), "f.c")
	for _, c := range []struct{ use, destroy, order, want string }{
		{"pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "pthread_mutex_destroy(&m);", "BEFORE", ""},
		{"pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "pthread_mutex_destroy(&m);", "AFTER", " a mutex"},
		{"pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);", "pthread_cond_destroy(&c);", "AFTER", " a condition variable"},
	} {
		write(t, file, strings.NewReplacer("USE", c.use, "DESTROY", c.destroy, c.order, "pthread_join(t, 0);", "BEFORE", "", "AFTER", "").Replace(program))
		err := runOnce(file)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %s: got %v, want %s", c.destroy, c.order, err, c.want)
		}
	}
}
