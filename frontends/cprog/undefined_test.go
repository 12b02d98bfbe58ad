package cprog_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestUndefined: undefined behaviour is a failure of the execution, with its line; what C allows
// is not.
func TestUndefined(t *testing.T) {
	const preamble = "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\nstruct node { struct node *next; int v; } *shared; "
	file := filepath.Join(t.TempDir(), "f.c")
	for body, want := range map[string]string{
		"pthread_mutex_t m; pthread_mutex_lock(&m);":                                                                        "use of m, which is not initialised",
		"pthread_mutex_t m, n; pthread_mutex_init(&n, 0); pthread_mutex_lock(&n); pthread_mutex_trylock(&m);":               "use of m, which is not initialised",
		"struct { int v; pthread_mutex_t m[2]; } s; s.v = 1; pthread_mutex_lock(&s.m[1]);":                                  "",
		"struct { pthread_mutex_t m[2]; } s; pthread_mutex_lock(&s.m[1]);":                                                  "use of s, which is not initialised",
		"pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c; pthread_mutex_lock(&m); pthread_cond_signal(&c);": "use of c, which is not initialised",
		"pthread_rwlock_t w; pthread_rwlock_rdlock(&w);":                                                                    "use of w, which is not initialised",
		"pthread_spinlock_t s; pthread_spin_lock(&s);":                                                                      "use of s, which is not initialised",
		"pthread_mutex_t m; memset(&m, 0, sizeof m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);":                     "",
		"pthread_mutex_t m, *p = &m; pthread_mutex_init(p, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);":           "",
		"static pthread_mutex_t m; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);":                                       "",
		"char a[8] = \"abcdefg\"; memcpy(a + 2, a, 4);":                                                                     "memcpy of 4 bytes to memory that overlaps with them",
		"char a[8] = \"abcdefg\"; memcpy(a + 4, a, 4); memmove(a + 2, a, 4); memcpy(a, a, 4); return a[2] - 'c';":           "",
		"pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_unlock(&w);":                                       "unlock of a lock that no thread holds",
		"int *p = malloc(8); p[1] = 1; p[2] = 1;":                                                                           "use of an address outside of a block of 8 bytes",
		"char *p = malloc(3); p[2] = 1; return p[3];":                                                                       "use of an address outside of a block of 3 bytes",
		"int *p = malloc(8); p[-1] = 1;":                                                                                    "use of an address where no block is",
		"int *p = malloc(8); p = malloc(8); p[-1] = 1;":                                                                     "use of an address outside of a block of 8 bytes",
		"int *p = malloc(6); p[1] = 1;":                                                                                     "use of an address outside of a block of 6 bytes",
		"int *p = malloc(2000); p[499] = 1; p[500] = 1;":                                                                    "use of an address outside of a block of 2000 bytes",
		"char *p = malloc(1025); p[1024] = 1; return p[1025];":                                                              "use of an address outside of a block of 1025 bytes",
		"int *p = malloc(5000); p[-1] = 1;":                                                                                 "use of an address where no block is",
		"int *p = malloc(5000); return p[1];":                                                                               "use of memory to which nothing has been stored",
		"int *p = calloc(500, 4); return p[499];":                                                                           "",
		"int *p = malloc(5000); free(p); return p[1];":                                                                      "use of memory that is freed",
		"int *p = malloc(5000); free(p); free(p);":                                                                          "free of memory that is freed already",
		"int *p = malloc(5000); free(p + 1);":                                                                               "free of an address inside a block, or behind one",
		"int *p = malloc(5000), *q; p[9] = 3; q = realloc(p, 9000); q[2249] = 1; return q[9] - 3;":                          "",
		"int *p = malloc(5000), *q; p[9] = 3; q = realloc(p, 2000); return q[500];":                                         "use of an address outside of a block of 2000 bytes",
		"char *p = aligned_alloc(3, 9); p[0] = 1;":                                                                          "an alignment of 3, which is not a power of two",
		"int *p = malloc(8); p[4] = 1;":                                                                                     "use of an address outside of a block of 8 bytes",
		"int *p = malloc(40), *q = malloc(40); for (int k = 10; k < 20; k++) if (p + k == q) return 0; p[19] = 1;":          "use of an address outside of a block of 40 bytes",
		"int *p = malloc(8); p[100] = 1;":                                                                                   "use of an address where no block is",
		"int *p = malloc(8); free(p + 8);":                                                                                  "free of an address inside a block, or behind one",
		"__atomic_store_n((int *)8, 1, 5);":                                                                                 "use of ",
		"char *p = aligned_alloc(64, 2); p[1] = 1; p[2] = 1;":                                                               "use of an address outside of a block of 2 bytes",
		"char *p = aligned_alloc(1 << 20, 2); p[1] = 1; return (long)p % (1 << 20);":                                        "",
		"int *p = malloc(5000); p[1] = 1; shared = (void *)p; return ((int *)shared)[1] - 1;":                               "",
		"int *p = malloc(0); *p = 1;":                                                                                       "use of an address outside of a block of 0 bytes",
		"int *p = malloc(8); return p[1];":                                                                                  "use of memory to which nothing has been stored",
		"int *p = malloc(8); p[1]++;":                                                                                       "use of memory to which nothing has been stored",
		"int *p = malloc(8); __sync_fetch_and_add(p, 1);":                                                                   "use of memory to which nothing has been stored",
		"int *p = malloc(8); while (!*p) ;":                                                                                 "use of memory to which nothing has been stored",
		"int *p = calloc(2, 4); return p[1];":                                                                               "",
		"int *p = malloc(8); memset(p, 0, 8); return p[1];":                                                                 "",
		"int *p = malloc(8); free(p); *p = 1;":                                                                              "use of memory that is freed",
		"int *p = malloc(8); free(p); free(p);":                                                                             "free of memory that is freed already",
		"int *p = malloc(8); free(p + 1);":                                                                                  "free of an address inside a block, or behind one",
		"int p; free(&p);":                                                                                                  "free of memory that is not from malloc",
		"free(0); free(malloc(5000));":                                                                                      "",
		"int *p = malloc(8), *q; *p = 3; q = realloc(p, 16); q[1] = *q; return q[1] - 3;":                                   "",
		"int *p = malloc(8); *p = 3; realloc(p, 16); return *p;":                                                            "use of memory that is freed",
		"struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), c; a->v = 1; *b = *a; c = *b; return b->v - c.v;":      "",
		"struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->v = 1; *b = *a; return b->next == 0;":               "use of memory to which nothing has been stored",
		"pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_init(m, 0); pthread_mutex_lock(m); pthread_mutex_unlock(m);": "",
		"pthread_cond_t *c = malloc(sizeof *c); pthread_cond_init(c, 0); pthread_cond_signal(c);":                           "",
		"pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_unlock(&m);":                                           "unlock of ",
		"pthread_t t = pthread_self(); pthread_create(&t, 0, (void *(*)(void *))pthread_join, 0);":                          "f.c:4: function pthread_join is not defined",
		"int z = 0; return 1 / z;":                                                                                          "division by zero",
		"int a = -2147483647 - 1, b = -1; return a % b;":                                                                    "division of the least number by -1, which overflows",
		"int x, *p = &x; shared = (void *)p; return *p;":                                                                    "use of memory to which nothing has been stored",
		"int x, *p = &x; shared = (void *)p; x = 0; return *p;":                                                             "",
		"struct node n, m, *p = &n; shared = p; p->v = 2; m = n; return m.v - 2;":                                           "",
		"char b[4], *p = b; shared = (void *)p; memset(b, 0, 3); return b[1] || p[3];":                                      "use of memory to which nothing has been stored",
		"pthread_cond_t c; pthread_cond_init(&c, 0); pthread_cond_signal(&c);":                                              "",
		"pthread_cond_t c; c = (pthread_cond_t)PTHREAD_COND_INITIALIZER; pthread_cond_signal(&c);":                          "",
		"pthread_rwlock_t *l = malloc(sizeof *l); memset(l, 0, sizeof *l); pthread_rwlock_rdlock(l);":                       "",
		"int x; return x;":                         "use of x, which has no value",
		"int x, y = 1; if (shared) x = 1; x += y;": "use of x, which has no value",
		"int x; for (int i = 0; i < 2; i++) if (i) x += 1; else x = 0; return x - 1;": "",
		"int x; switch (1) { case 1: x = 2; } double d; if (x) d = 2; return d - x;":  "",
		"for (int i = 0; i < 2; i++) { int x; if (!i) x = 1; if (x) continue; }":      "use of x, which has no value",
	} {
		write(t, file, preamble+"int main(void) { "+body+" return 0; }")
		err := runOnce(file)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), "f.c:4: ") && want != "unlock of " || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\ngot  %v\nwant %s", body, err, want)
		}
	}
}

// TestFreedByAnother: a use after a free by another thread is found if nothing orders them, and only
// then.
func TestFreedByAnother(t *testing.T) {
	const program = `
#include <pthread.h>
#include <stdlib.h>
void *f(void *p) { *(int *)p = 1; return 0; }
int main(void) {
	pthread_t t;
	int *p = malloc(4);
	pthread_create(&t, 0, f, p);
	BEFORE
	free(p);
	AFTER
}`
	file := filepath.Join(t.TempDir(), "f.c")
	for order, want := range map[string]string{
		"BEFORE": "", "AFTER": "assert: f.c:4: use of memory that is freed",
	} {
		write(t, file, strings.NewReplacer(order, "pthread_join(t, 0);", "BEFORE", "", "AFTER", "").Replace(program))
		err := runOnce(file)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %s", order, err, want)
		}
	}
}

// TestLargeBlockOfAnother: the end of a large block is known to threads that have not allocated it.
func TestLargeBlockOfAnother(t *testing.T) {
	const program = "#include <pthread.h>\n#include <stdlib.h>\nvoid *f(void *p) { ((char *)p)[AT] = 1; return 0; }\n" +
		"int main(void) { pthread_t t; char *p = malloc(3000); pthread_create(&t, 0, f, p); return 0; }"
	file := filepath.Join(t.TempDir(), "f.c")
	for at, want := range map[string]string{"2999": "", "3000": "f.c:3: use of an address outside of a block of 3000 bytes"} {
		write(t, file, strings.Replace(program, "AT", at, 1))
		if err := runOnce(file); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %s", at, err, want)
		}
	}
}

// TestDangling: a use of a local variable of a call that is over fails, in the same thread and in another.
func TestDangling(t *testing.T) {
	const preamble = `#include <pthread.h>
#include <stdlib.h>
int *shared, v; pthread_t t;
int *get(void) { int x = 1; return &x; }
int put(int n) { int x = 1; shared = &x; return n ? put(n - 1) : 0; }
int use(int *p) { return *p; }
int pass(int n) { int x = n; return use(&x); }
void *local(void *a) { int x = 1; shared = &x; return a; }
void *given(void *a) { int x = 1; return &x; }
void *reads(void *p) { v = *(int *)p; return 0; }
void *reader(void *u) { while (!shared) ; v = *shared; return 0; }
int waits(int join) { int x = 1; pthread_create(&t, 0, reads, &x); if (join) pthread_join(t, 0); return 0; }
`
	file := filepath.Join(t.TempDir(), "f.c")
	for body, want := range map[string]string{
		"int *p = get(); return *p - 1;":                                                   "use of a local variable of get after the call is over",
		"int *p = get(), *q = get(); return p == q || *q;":                                 "use of a local variable of get after the call is over",
		"put(0); return *shared;":                                                          "use of a local variable of put after the call is over",
		"put(0); int *p = shared; put(2); return *p;":                                      "use of a local variable of put after the call is over",
		"for (int i = 0; i < 3; i++) v += pass(i); return v - 3;":                          "",
		"void *p; pthread_create(&t, 0, local, 0); pthread_join(t, 0); return *shared;":    "use of a local variable of local after the call is over",
		"void *p; pthread_create(&t, 0, given, 0); pthread_join(t, &p); return *(int *)p;": "use of a local variable of given after the call is over",
		"pthread_create(&t, 0, reader, 0); put(0);":                                        "use of a local variable of put after the call is over",
		"int x = 1; pthread_create(&t, 0, reads, &x);":                                     "",
		"waits(1); waits(1);":                                                              "",
		"waits(0);":                                                                        "use of a local variable of waits after the call is over",
	} {
		write(t, file, preamble+"int main(void) { "+body+" return 0; }")
		err := runOnce(file)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\ngot  %v\nwant %s", body, err, want)
		}
	}
}

// TestJoinedTwice: a thread can be joined only once.
func TestJoinedTwice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, "#include <pthread.h>\nvoid *f(void *p) { return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\npthread_join(t, 0); pthread_join(t, 0); }")
	if err := runOnce(file); err == nil || !strings.Contains(err.Error(), "f.c:4: a thread is joined for the second time") {
		t.Error(err)
	}
}
