package cprog_test

import (
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model"
)

// TestKeys: a key is any variable, is another one each time it is made, and is none once it is deleted.
func TestKeys(t *testing.T) {
	runCases(t, []threadCase{
		{name: "in a struct and local", text: "struct s { pthread_key_t k; } *h; void *w(void *a) { assert(!pthread_getspecific(h->k)); pthread_setspecific(h->k, &h); return 0; }\n" +
			"int main(void) { pthread_key_t k, l; h = malloc(sizeof *h); pthread_key_create(&h->k, 0); pthread_key_create(&k, 0); pthread_key_create(&l, 0); assert(k != l); pthread_setspecific(k, &k);\n" +
			"pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); assert(pthread_getspecific(k) == &k && !pthread_getspecific(h->k) && !pthread_getspecific(l)); }",
			want: outcomes{model.Complete: 1}},
		{name: "made again", text: "pthread_key_t k; int main(void) { pthread_key_create(&k, 0); pthread_setspecific(k, &k); pthread_key_create(&k, 0); assert(!pthread_getspecific(k)); }",
			want: outcomes{model.Complete: 1}},
		{name: "deleted", text: "pthread_key_t k; int main(void) { pthread_key_create(&k, 0); pthread_setspecific(k, &k); assert(pthread_key_delete(k) == 0);\n" +
			"assert(pthread_setspecific(k, &k) == 22); assert(!pthread_getspecific(k)); assert(pthread_key_delete(k) == 22); }",
			want: outcomes{model.Complete: 1}},
		{name: "deleted by another thread", text: "pthread_key_t k; void *w(void *a) { pthread_key_delete(k); return 0; }\n" +
			"int main(void) { pthread_key_create(&k, 0); pthread_t t; pthread_create(&t, 0, w, 0); assert(pthread_setspecific(k, &k) == 0); pthread_join(t, 0); }",
			want: outcomes{model.Complete: 1, model.Failed: 1}, failure: "pthread_setspecific(k, &k) == 0"},
		{name: "destructors in the order of the keys", text: "pthread_key_t k, l; int n; void f(void *v) { assert(n == 0); n = 1; } void g(void *v) { assert(n == 1); n = 2; }\n" +
			"void *w(void *a) { pthread_setspecific(k, &k); pthread_setspecific(l, &l); return 0; }\n" +
			"int main(void) { pthread_key_create(&l, f); pthread_key_create(&k, g); pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); assert(n == 2); }",
			want: outcomes{model.Complete: 1}},
	})
}

// TestLateJoins: a join that does not wait, or until a deadline, ends before the thread or after it.
func TestLateJoins(t *testing.T) {
	const header = "int pthread_tryjoin_np(pthread_t, void **);\n#include <time.h>\nstruct timespec d;\n"
	const worker = "atomic_int x; void *w(void *a) { x = 1; return (void *)7; } int main(void) { pthread_t t; void *r = 0; pthread_create(&t, 0, w, 0); "
	const waits = "_Atomic int x; void *w(void *a) { while (!x) ; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); "
	runCases(t, []threadCase{
		{name: "try", text: header + worker + "int e = pthread_tryjoin_np(t, &r); assert(e ? e == 16 && !r : r == (void *)7 && x); }", want: outcomes{model.Complete: 2}},
		{name: "until a deadline", text: header + worker + "int e = pthread_timedjoin_np(t, &r, &d); if (e) { assert(e == 110); e = pthread_join(t, &r); } assert(!e && r == (void *)7); }", want: outcomes{model.Complete: 2}},
		{name: "no deadline", text: header + worker + "assert(pthread_timedjoin_np(t, &r, 0) == 0 && r == (void *)7); }", want: outcomes{model.Complete: 1}},
		{name: "no time", text: header + worker + "d.tv_nsec = -1; int e = pthread_clockjoin_np(t, &r, CLOCK_MONOTONIC, &d); assert(!e || e == 22); }", want: outcomes{model.Complete: 2}},
		{name: "a thread that does not end", text: header + waits + "int e = pthread_timedjoin_np(t, 0, &d); assert(e); x = 1; pthread_join(t, 0); }", options: cprog.Options{Spin: true},
			want: outcomes{model.Complete: 1, model.AssumeBlocked: 1}},
		{name: "joined before", text: header + worker + "pthread_join(t, 0); pthread_tryjoin_np(t, 0); }", want: outcomes{model.Complete: 1, model.Failed: 1}, failure: "joined for the second time"},
	})
}
