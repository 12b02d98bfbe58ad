package cprog_test

import (
	"testing"

	"dporbench/model"
)

// TestRobust: a robust mutex is freed by the end of a thread that holds it, and the next thread is told.
func TestRobust(t *testing.T) {
	const header = "#include <errno.h>\npthread_mutex_t m; pthread_cond_t c; int x, told;\n" +
		"static void make(int kind) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); assert(!pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST)); assert(!pthread_mutexattr_settype(&a, kind));\n" +
		"int v; pthread_mutexattr_getrobust(&a, &v); assert(v == PTHREAD_MUTEX_ROBUST); pthread_mutexattr_gettype(&a, &v); assert(v == kind); assert(pthread_mutexattr_setrobust(&a, 7) == EINVAL); pthread_mutex_init(&m, &a); }\n" +
		"void *dies(void *a) { pthread_mutex_lock(&m); x = 1; return 0; }\n"
	begins := func(kind, worker string) string {
		return "int main(void) { pthread_t t; make(" + kind + "); pthread_create(&t, 0, " + worker + ", 0); "
	}
	const normal, recursive = "PTHREAD_MUTEX_NORMAL", "PTHREAD_MUTEX_RECURSIVE"
	runCases(t, []threadCase{
		{name: "owner dies", text: header + begins(normal, "dies") + "int e = pthread_mutex_lock(&m); assert(e ? e == EOWNERDEAD && x : !x); if (e) assert(!pthread_mutex_consistent(&m)); assert(!pthread_mutex_unlock(&m)); pthread_join(t, 0); }",
			want: outcomes{model.Complete: 2}},
		{name: "consistent", text: header + begins(normal, "dies") + "pthread_join(t, 0); assert(pthread_mutex_trylock(&m) == EOWNERDEAD); assert(!pthread_mutex_consistent(&m)); assert(pthread_mutex_consistent(&m) == EINVAL);\n" +
			"assert(!pthread_mutex_unlock(&m)); assert(!pthread_mutex_lock(&m)); assert(!pthread_mutex_unlock(&m)); assert(pthread_mutex_unlock(&m) == EPERM); assert(!pthread_mutex_destroy(&m)); }", want: outcomes{model.Complete: 1}},
		{name: "not recoverable", text: header + begins(normal, "dies") + "pthread_join(t, 0); assert(pthread_mutex_lock(&m) == EOWNERDEAD); assert(!pthread_mutex_unlock(&m)); assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);\n" +
			"assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE); }", want: outcomes{model.Complete: 1}},
		{name: "recursive", text: header + "void *twice(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_exit(0); }\n" + begins(recursive, "twice") +
			"pthread_join(t, 0); assert(pthread_mutex_lock(&m) == EOWNERDEAD); assert(!pthread_mutex_lock(&m)); assert(!pthread_mutex_consistent(&m)); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); assert(pthread_mutex_unlock(&m) == EPERM); }",
			want: outcomes{model.Complete: 1}},
		{name: "freed before", text: header + "void *frees(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }\n" + begins(normal, "frees") + "pthread_join(t, 0); assert(!pthread_mutex_lock(&m)); }",
			want: outcomes{model.Complete: 1}},
		{name: "waiting at a condition", text: header + "void *wakes(void *a) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); return 0; }\n" + begins(normal, "wakes") +
			"pthread_mutex_lock(&m); int e = 0; while (!x && !e) e = pthread_cond_wait(&c, &m); assert(!e || e == EOWNERDEAD); pthread_join(t, 0); }", want: outcomes{model.Complete: 2}},
		{name: "not robust", text: header + "int main(void) { pthread_t t; pthread_create(&t, 0, dies, 0); pthread_join(t, 0); pthread_mutex_lock(&m); }", want: outcomes{model.Starved: 1}},
	})
}
