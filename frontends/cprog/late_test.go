package cprog_test

import (
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/front"
)

const sequences = "exhaustive sleepset fgdpor source optimal pop trust"

// TestTimedWaits: a deadline passes at any moment after the thread has found that it waits, or never. An execution in which a thread waits for
// one forever does not count.
func TestTimedWaits(t *testing.T) {
	const head = "#include <semaphore.h>\n#include <errno.h>\n#include <threads.h>\nstruct timespec d; int r = -1;\n" +
		"pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int job; sem_t s; pthread_rwlock_t rw;\n"
	all := func(name, text string, want outcomes) threadCase {
		return threadCase{name: name, text: head + text, algorithms: sequences, want: want}
	}
	runCases(t, []threadCase{
		all("a free mutex", "int main(void) { assert(!pthread_mutex_timedlock(&m, &d)); return 0; }", outcomes{model.Complete: 1}),
		all("a mutex that is never freed", "void *f(void *a) { assert(pthread_mutex_timedlock(&m, &d) == ETIMEDOUT); return 0; }\n"+
			threadsOf("pthread_mutex_lock(&m);", "", "f"), outcomes{model.Complete: 1, model.AssumeBlocked: 1}),
		all("a mutex", "void *f(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; } void *g(void *a) { r = mtx_timedlock((mtx_t *)&m, &d); assert(r == thrd_success || r == thrd_timedout); return 0; }\n"+
			threadsOf("", "", "f", "g"), outcomes{model.Complete: 3, model.Starved: 1}),
		all("a semaphore", "void *f(void *a) { r = sem_timedwait(&s, &d); assert(!r || errno == ETIMEDOUT); return 0; } void *g(void *a) { sem_post(&s); return 0; }\n"+
			threadsOf("", "", "f", "g"), outcomes{model.Complete: 3}),
		all("a read lock", "void *f(void *a) { assert(pthread_rwlock_timedrdlock(&rw, &d) == ETIMEDOUT); return 0; }\n"+
			threadsOf("pthread_rwlock_wrlock(&rw);", "", "f"), outcomes{model.Complete: 1, model.AssumeBlocked: 1}),
		all("a condition without a signal", "int main(void) { pthread_mutex_lock(&m); assert(pthread_cond_timedwait(&c, &m, &d) == ETIMEDOUT); pthread_mutex_unlock(&m); return 0; }",
			outcomes{model.Complete: 1, model.AssumeBlocked: 1}),
		all("in a loop", "void *f(void *a) { pthread_mutex_lock(&m); job = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }\n"+
			threadsOf("", "pthread_mutex_lock(&m); while (!job && pthread_cond_timedwait(&c, &m, &d) == ETIMEDOUT) ; pthread_mutex_unlock(&m);", "f"), outcomes{model.Complete: 2, model.AssumeBlocked: 3}),
		all("write locks in a loop", "void *f(void *a) { while (pthread_rwlock_timedwrlock(&rw, &d)) ; pthread_rwlock_unlock(&rw); return 0; }\n"+
			"int main(void) { pthread_t t; pthread_rwlock_rdlock(&rw); pthread_create(&t, 0, f, 0); pthread_rwlock_unlock(&rw); pthread_join(t, 0); return 0; }", outcomes{model.Complete: 2, model.AssumeBlocked: 1}),
		all("in a loop that has no end", "int main(void) { pthread_mutex_lock(&m); while (!job) pthread_cond_timedwait(&c, &m, &d); return 0; }",
			outcomes{model.Livelocked: 1, model.AssumeBlocked: 1}),
		all("a loop that counts", "int main(void) { int n = 0; pthread_mutex_lock(&m); for (int k = 0; k < 3; k++) n += pthread_cond_timedwait(&c, &m, &d) == ETIMEDOUT; assert(n < 3); return 0; }",
			outcomes{model.Failed: 1, model.AssumeBlocked: 3}),
	})
}

// TestSpurious: with the option, a wait may end without a signal, and a weak compare-and-swap fail; without it, a remark names the lines.
func TestSpurious(t *testing.T) {
	const waits = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int r; atomic_int x;\n" +
		"void *w(void *a) { pthread_mutex_lock(&m); r = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }\n"
	once := waits + threadsOf("", "pthread_mutex_lock(&m); if (!r) pthread_cond_wait(&c, &m); assert(r); pthread_mutex_unlock(&m);", "w")
	loop := waits + threadsOf("", "pthread_mutex_lock(&m); while (!r) pthread_cond_wait(&c, &m); assert(r); pthread_mutex_unlock(&m);", "w")
	weak := "atomic_int x; int main(void) { int e = 0; assert(atomic_compare_exchange_weak(&x, &e, 1)); return 0; }"
	retried := "atomic_int x; void *f(void *a) { int e = x; while (!atomic_compare_exchange_weak(&x, &e, e + 1)) ; return 0; }\n" + threadsOf("", "", "f", "f")
	on := cprog.Options{Spurious: true}
	runCases(t, []threadCase{
		{name: "once", text: once, want: outcomes{model.Complete: 2}},
		{name: "once, spurious", text: once, options: on, want: outcomes{model.Complete: 4, model.Failed: 1}, failure: "r"},
		{name: "in a loop", text: loop, options: on, algorithms: "pop", want: outcomes{model.Complete: 2, model.AssumeBlocked: 3}},
		{name: "weak", text: weak, want: outcomes{model.Complete: 1}},
		{name: "weak, spurious", text: weak, options: on, want: outcomes{model.Complete: 1, model.Failed: 1}},
	})
	c := threadCase{text: retried, options: on}
	if got := c.explored(t, "pop"); got[model.Complete] == 0 || got[model.Livelocked]+got[model.Failed]+got[model.Deadlocked] > 0 {
		t.Errorf("retried: %v", got)
	}
	c = threadCase{text: once}
	if got := strings.Join((*front.Program)(c.load(t)).Remarks(), "; "); !strings.Contains(got, "(f.c:8)") {
		t.Errorf("the remark %q does not name the line", got)
	}
}

// TestCancellation: a thread is cancelled where it waits, at pthread_testcancel, or not at all; its handlers run, and the destructors of its keys.
func TestCancellation(t *testing.T) {
	const head = "#include <semaphore.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; sem_t s; int n, freed; pthread_key_t k;\n" +
		"void h(void *a) { n += *(int *)a; } void un(void *a) { pthread_mutex_unlock(a); } void d(void *a) { freed++; }\n"
	joins := "void *r; pthread_cancel(t[0]); pthread_join(t[0], &r);"
	main := func(first, last string) string {
		return "int main(void) { pthread_t t[1]; " + first + " pthread_create(&t[0], 0, f, 0); " + joins + last + " return 0; }"
	}
	const cancelled = "assert(r == PTHREAD_CANCELED);"
	runCases(t, []threadCase{
		{name: "at a condition", text: head + "void *f(void *a) { int one = 1; pthread_setspecific(k, &one); pthread_cleanup_push(h, &one); pthread_mutex_lock(&m);" +
			"pthread_cleanup_push(un, &m); for (;;) pthread_cond_wait(&c, &m); pthread_cleanup_pop(1); pthread_cleanup_pop(0); return 0; }\n" +
			main("pthread_key_create(&k, d);", cancelled+"assert(n == 1 && freed == 1); pthread_mutex_lock(&m);"), want: outcomes{model.Complete: 2, model.AssumeBlocked: 1}},
		{name: "at a semaphore", text: head + "void *f(void *a) { sem_wait(&s); return 0; }\n" + main("", cancelled), algorithms: "source optimal pop",
			want: outcomes{model.Complete: 2, model.AssumeBlocked: 1}},
		{name: "at a test", text: head + "void *f(void *a) { pthread_testcancel(); return 0; }\n" + main("", ""), want: outcomes{model.Complete: 2}},
		{name: "disabled", text: head + "void *f(void *a) { int o; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &o); pthread_testcancel(); assert(o == PTHREAD_CANCEL_ENABLE); return 0; }\n" +
			main("", "assert(!r);"), want: outcomes{model.Complete: 1}},
		{name: "handlers of an exit", text: head + "void *f(void *a) { int two = 2; pthread_cleanup_push(h, &two); pthread_exit(&n); pthread_cleanup_pop(0); return 0; }\n" +
			"int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); assert(n == 2 && r == &n); return 0; }", algorithms: "pop", want: outcomes{model.Complete: 1}},
	})
}

// TestJoinedByAny: any thread may join one whose handle it has, and a detached one is not joined.
func TestJoinedByAny(t *testing.T) {
	runCases(t, []threadCase{
		{name: "by a sibling", text: "pthread_t a; void *f(void *x) { return (void *)7; } void *g(void *x) { void *r; pthread_join(a, &r); assert(r == (void *)7); return 0; }\n" +
			"int main(void) { pthread_t b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(b, 0); return 0; }", want: outcomes{model.Complete: 1}},
		{name: "by a stranger", text: "pthread_t a; void *f(void *x) { return 0; } void *g(void *x) { pthread_create(&a, 0, f, 0); return 0; } void *h(void *x) { pthread_join(a, 0); return 0; }\n" +
			"int main(void) { pthread_t b, c; pthread_create(&b, 0, g, 0); pthread_join(b, 0); pthread_create(&c, 0, h, 0); pthread_join(c, 0); return 0; }", want: outcomes{model.Complete: 1}},
		{name: "detached by an attribute", text: "void *f(void *x) { return 0; }\n" +
			"int main(void) { pthread_t b; pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED); pthread_create(&b, &a, f, 0); pthread_join(b, 0); return 0; }",
			want: outcomes{model.Failed: 1}, failure: "a thread that is detached is joined"},
		{name: "free as a destructor", text: "pthread_key_t k; void *f(void *x) { pthread_setspecific(k, malloc(8)); return 0; }\n" +
			"int main(void) { pthread_t b; pthread_key_create(&k, free); pthread_create(&b, 0, f, 0); pthread_join(b, 0); return 0; }", options: cprog.Options{Leaks: cprog.Unfreed},
			want: outcomes{model.Complete: 1}},
	})
}
