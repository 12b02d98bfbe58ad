package cprog_test

import (
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model"
)

// TestConstants: a store to a variable of the file that is declared const is a failure, whatever the pointer is.
func TestConstants(t *testing.T) {
	const declared = `typedef const int number; struct s { int a; const char *n; };
const int c0 = 1; number c1 = 2; static const struct s c2 = { 1 }; const int c3[2] = { 1 }; char *const c4 = 0; int const c5 = 1; static const char c6[] = "abc"; const struct s c7[2] = { { 1 } };
const char *v0 = "a"; struct s v1; int v2; const struct s *v3; const char *v4[2]; number *v5; struct { const int *p; int q; } v6; const char *const *v7; const struct s *(*v8)(void); struct { const int k; int v; } v9;
static void zero(void *p) { *(char *)p = 0; }
`
	var cases []threadCase
	for _, name := range []string{"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"} {
		cases = append(cases, threadCase{name: name, text: declared + "int main(void) { zero((void *)&" + name + "); return 0; }", algorithms: "pop",
			want: outcomes{model.Failed: 1}, failure: "which is declared const"})
	}
	for _, name := range []string{"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"} {
		cases = append(cases, threadCase{name: name, text: declared + "int main(void) { zero(&" + name + "); return 0; }", algorithms: "pop", want: outcomes{model.Complete: 1}})
	}
	cases = append(cases,
		threadCase{name: "static", text: "int main(void) { static const int k = 3; *(int *)&k = 4; return k; }", algorithms: "pop",
			want: outcomes{model.Failed: 1}, failure: "k is changed"},
		threadCase{name: "updated", text: "const int k; int main(void) { __atomic_fetch_add((int *)&k, 1, 5); return 0; }", algorithms: "pop",
			want: outcomes{model.Failed: 1}, failure: "k is changed"})
	runCases(t, cases)
}

// TestThreadLocals: the thread-local variables of a thread exist until it ends.
func TestThreadLocals(t *testing.T) {
	const local = "_Thread_local int v = 3; int *p;\n"
	const ends = "int main(void) { pthread_t a; pthread_create(&a, 0, w, 0); pthread_join(a, 0); return *p - 3; }"
	const failure = "use of a thread-local variable of a thread that has ended"
	runCases(t, []threadCase{
		{name: "after a return", text: local + "void *w(void *a) { p = &v; return 0; }" + ends, want: outcomes{model.Failed: 1}, failure: failure},
		{name: "after pthread_exit", text: local + "void *w(void *a) { p = &v; pthread_exit(0); }" + ends, want: outcomes{model.Failed: 1}, failure: failure},
		{name: "returned", text: local + "void *w(void *a) { return &v; } int main(void) { pthread_t a; void *r; pthread_create(&a, 0, w, 0); pthread_join(a, &r); return *(int *)r; }",
			want: outcomes{model.Failed: 1}, failure: failure},
		{name: "too late or not", text: local + "_Atomic int known; void *w(void *a) { p = &v; known = 1; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, w, 0); if (known) *p = 4; return 0; }",
			want: outcomes{model.Complete: 2, model.Failed: 1}, failure: failure},
		{name: "of main", text: local + "void *w(void *a) { *p = 4; return 0; } int main(void) { pthread_t a; p = &v; pthread_create(&a, 0, w, 0); pthread_join(a, 0); return v - 4; }",
			want: outcomes{model.Complete: 1}},
		{name: "of a thread that waits", text: local + "void *w(void *a) { *p = 4; return 0; } void *u(void *a) { pthread_t h; p = &v; pthread_create(&h, 0, w, 0); pthread_join(h, 0); assert(v == 4); return 0; }\n" +
			"int main(void) { pthread_t a; pthread_create(&a, 0, u, 0); pthread_join(a, 0); return 0; }", want: outcomes{model.Complete: 1}},
	})
}

// TestMutexInitialisers: an initialiser may make a mutex of the file recursive, or one that checks for errors.
func TestMutexInitialisers(t *testing.T) {
	const recursive, checking = "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"
	twice := func(m string) string {
		return "int main(void) { pthread_mutex_lock(&" + m + "); assert(!pthread_mutex_lock(&" + m + ")); return 0; }"
	}
	runCases(t, []threadCase{
		{name: "recursive", text: "pthread_mutex_t m = " + recursive + ";" + twice("m"), want: outcomes{model.Complete: 1}},
		{name: "recursive member", text: "struct { int x; pthread_mutex_t m; int y; } s = { 1, " + recursive + ", 2 };" + twice("s.m"), want: outcomes{model.Complete: 1}},
		{name: "checks", text: "pthread_mutex_t m = " + checking + ";" + twice("m"), want: outcomes{model.Failed: 1}},
		{name: "normal", text: "pthread_mutex_t n = " + recursive + ", m = PTHREAD_MUTEX_INITIALIZER;" + twice("m"), want: outcomes{model.Deadlocked: 1}},
		{name: "preprocessed", text: "typedef union { struct __pthread_mutex_s { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; } mutex;\n" +
			"mutex m = { { 0, 0, 0, 0, 1 } }; int main(void) { pthread_mutex_lock((void *)&m); assert(!pthread_mutex_lock((void *)&m)); return 0; }", want: outcomes{model.Complete: 1}},
	})
}

// TestWeakFlag: __atomic_compare_exchange_n fails for no reason if its argument says that it is weak.
func TestWeakFlag(t *testing.T) {
	swap := func(weak string) string {
		return "int x; int main(void) { int e = 0; assert(__atomic_compare_exchange_n(&x, &e, 1, " + weak + ", 5, 5)); return 0; }"
	}
	spurious := cprog.Options{Spurious: true}
	runCases(t, []threadCase{
		{name: "weak", text: swap("1"), options: spurious, want: outcomes{model.Complete: 1, model.Failed: 1}},
		{name: "strong", text: swap("0"), options: spurious, want: outcomes{model.Complete: 1}},
		{name: "weak, left out", text: swap("1"), want: outcomes{model.Complete: 1}},
	})
}
