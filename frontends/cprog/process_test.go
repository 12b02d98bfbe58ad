package cprog_test

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/trace"
)

// outcomes counts executions by outcome.
type outcomes map[model.Outcome]int

// threadCase is a program of threads, and the outcomes of its executions.
type threadCase struct {
	name, text string
	options    cprog.Options
	memory     memory.Model
	algorithms string // usualAlgorithms if empty
	want       outcomes
	failure    string // contained in the failure of each failed execution
}

const usualAlgorithms = "exhaustive sleepset fgdpor source optimal pop trust"

func (c *threadCase) load(t *testing.T) *model.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n#include <stdlib.h>\n"+c.text)
	p, err := cprog.Load(file, c.options)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// explored returns the outcomes of the executions that an algorithm explores.
func (c *threadCase) explored(t *testing.T, algorithm string) outcomes {
	t.Helper()
	p := c.load(t)
	explorer, err := catalog.New(algorithm, algos.Options{Memory: c.memory})
	if err != nil {
		t.Fatal(err)
	}
	got := outcomes{}
	_, err = explorer.Explore(t.Context(), p, func(e *model.Execution) error {
		got[e.Outcome()]++
		if c.failure == "" || e.Outcome() != model.Failed {
			return nil
		}
		shown, err := trace.Of(p, c.memory, e.Events())
		for _, f := range []string{e.Failure(), shown.Failure} {
			if !strings.Contains(f, c.failure) {
				t.Errorf("%s: the failure is %q, want %q", algorithm, f, c.failure)
			}
		}
		return err
	})
	if err != nil {
		t.Errorf("%s: %v", algorithm, err)
	}
	return got
}

func (c *threadCase) run(t *testing.T) {
	t.Helper()
	names := c.algorithms
	if names == "" {
		names = usualAlgorithms
	}
	for name := range strings.FieldsSeq(names) {
		got, want := c.explored(t, name), maps.Clone(c.want)
		if name == "exhaustive" { // which has each class many times
			for o := range got {
				got[o] = 1
			}
			for o := range want {
				want[o] = 1
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func runCases(t *testing.T, cases []threadCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, c.run)
	}
}

// TestProcess: the end of main and a call of exit end the process, so threads that still wait then are not stuck. After
// an error that ends the process, its consequences are not the headline.
func TestProcess(t *testing.T) {
	const mutex = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int job, done;\n"
	const locker = "void *w(void *a) { pthread_mutex_lock(&m); done = 1; pthread_mutex_unlock(&m); return 0; }\n"
	const daemon = "void *w(void *a) { for (;;) { pthread_mutex_lock(&m); while (!job) pthread_cond_wait(&c, &m); job = 0; done = 1; pthread_mutex_unlock(&m); } return 0; }\n"
	begins := func(end string) string {
		return mutex + locker + "int main(void) { pthread_t a; pthread_mutex_lock(&m); pthread_create(&a, 0, w, 0); " + end + " }"
	}
	const spins = "atomic_int x; void *w(void *a) { while (!x) ; return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, w, 0); "
	runCases(t, []threadCase{
		{name: "main returns", text: begins("return 0;"), want: outcomes{model.Complete: 1}},
		{name: "main exits", text: begins("exit(0);"), want: outcomes{model.Complete: 1}},
		{name: "main's thread ends, and then the process", text: "int n; void *g(void *a) { n++; return 0; } void *w(void *a) { pthread_t t; pthread_create(&t, 0, g, 0); return 0; } static void last(void) { assert(n == 1); n = 2; }\n" +
			"__attribute__((destructor)) static void after(void) { assert(n != 2); } int main(void) { atexit(last); pthread_t t; pthread_create(&t, 0, w, 0); pthread_exit(0); }", want: outcomes{model.Failed: 1}, failure: "n != 2"},
		{name: "main's thread ends", text: begins("pthread_exit(0);"), want: outcomes{model.Starved: 1}},
		{name: "daemon", text: mutex + daemon + "int main(void) { pthread_t h; pthread_create(&h, 0, w, 0); pthread_mutex_lock(&m); job = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }",
			want: outcomes{model.Complete: 2}},
		{name: "a thread exits", text: mutex + "void *w(void *a) { exit(1); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, w, 0); pthread_join(a, 0); assert(0); }",
			want: outcomes{model.Complete: 1}},
		{name: "a daemon spins", text: spins + "return 0; }", options: cprog.Options{Spin: true}, want: outcomes{model.Complete: 1}},
		{name: "a thread spins", text: spins + "pthread_exit(0); }", options: cprog.Options{Spin: true}, want: outcomes{model.Livelocked: 1}},
		{name: "failure next to main's return", text: "void *w(void *a) { assert(0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, w, 0); return 0; }",
			want: outcomes{model.Failed: 1}, failure: ": assert: f.c:5: 0"},
		{name: "headline", text: "int *p, done; void *w(void *a) { int *q = p; free(q); *q = 1; done = 1; return 0; }\n" +
			"int main(void) { p = malloc(4); pthread_t h; pthread_create(&h, 0, w, 0); pthread_join(h, 0); assert(done); return 0; }",
			want: outcomes{model.Failed: 1}, failure: ": assert: f.c:5: use of memory that is freed"},
		{name: "headline behind two joins", text: "int done; void *w(void *a) { abort(); return 0; }\n" +
			"void *v(void *a) { pthread_t h; pthread_create(&h, 0, w, 0); pthread_join(h, 0); return 0; }\n" +
			"int main(void) { pthread_t h; pthread_create(&h, 0, v, 0); pthread_join(h, 0); assert(done); return 0; }",
			want: outcomes{model.Failed: 1}, failure: ": assert: f.c:5: abort"},
		{name: "lapor", text: mutex + "int x; void *w(void *a) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }\n" +
			"int main(void) { pthread_t a; pthread_create(&a, 0, w, 0); pthread_mutex_lock(&m); return 0; }", algorithms: "lapor", want: outcomes{model.Complete: 2}},
	})
}

// TestJoins: a thread is joined or detached once, and cannot join itself.
func TestJoins(t *testing.T) {
	const w = "void *w(void *a) { return 0; } void *self(void *a) { pthread_detach(pthread_self()); return 0; }\nint main(void) { pthread_t q, r; "
	const main = "pthread_t m; int x; void *f(void *a) { void *r; assert(pthread_join(m, &r) == 0); assert(x == 1 && r == (void *)7); return 0; }\n" +
		"int main(void) { m = pthread_self(); pthread_t t; pthread_create(&t, 0, f, 0); x = 1; "
	runCases(t, []threadCase{
		{name: "detached", text: w + "pthread_create(&q, 0, w, 0); pthread_detach(q); return 0; }", want: outcomes{model.Complete: 1}},
		{name: "one detached, one joined", text: w + "pthread_create(&q, 0, w, 0); pthread_create(&r, 0, w, 0); pthread_detach(q); pthread_join(r, 0); return 0; }",
			want: outcomes{model.Complete: 1}},
		{name: "join of a detached thread", text: w + "pthread_create(&q, 0, w, 0); pthread_detach(q); pthread_join(q, 0); return 0; }",
			want: outcomes{model.Failed: 1}, failure: "a thread that is detached is joined"},
		{name: "detached twice", text: w + "pthread_create(&q, 0, w, 0); pthread_detach(q); pthread_detach(q); return 0; }",
			want: outcomes{model.Failed: 1}, failure: "a thread that is detached is detached"},
		{name: "detached when joined", text: w + "pthread_create(&q, 0, w, 0); pthread_join(q, 0); pthread_detach(q); return 0; }",
			want: outcomes{model.Failed: 1}, failure: "a thread that is joined is detached"},
		{name: "joined twice", text: w + "pthread_create(&q, 0, w, 0); pthread_join(q, 0); pthread_join(q, 0); return 0; }",
			want: outcomes{model.Failed: 1}, failure: "a thread is joined for the second time"},
		{name: "joins main", text: main + "pthread_exit((void *)7); }", want: outcomes{model.Complete: 1}},
		{name: "joins main, which returns", text: main + "if (x) return 0; pthread_exit(0); }", want: outcomes{model.Complete: 1}},
		{name: "joins main, which ends the process", text: main + "if (x) exit(0); pthread_exit(0); }", want: outcomes{model.Complete: 1}},
		{name: "detaches main", text: "pthread_t q; int x; void *f(void *a) { x = 1; return 0; } int main(void) { pthread_detach(pthread_self()); pthread_create(&q, 0, f, 0); pthread_join(q, 0); assert(x == 1); pthread_exit(0); }",
			want: outcomes{model.Complete: 1}},
		{name: "joins itself", text: w + "void *x = &q; assert(pthread_join(pthread_self(), &x) == 35 && x == &q); return 0; }", want: outcomes{model.Complete: 1}},
		{name: "a thread without a result", text: "void *f(void *a) { if (a) return a; } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return r != 0; }",
			want: outcomes{model.Failed: 1}, failure: "use of r, which has no value"},
		{name: "a result that is not used", text: "void *f(void *a) { if (a) return a; } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return 0; }", want: outcomes{model.Complete: 1}},
		{name: "pauses", text: "#include <unistd.h>\nvoid *f(void *a) { pause(); assert(0); } int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_cancel(t); pthread_join(t, &r); assert(r == PTHREAD_CANCELED); }",
			algorithms: "exhaustive pop", want: outcomes{model.Complete: 2, model.AssumeBlocked: 1}},
		{name: "writes for another", text: "pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; void *f(void *a) { pthread_rwlock_unlock(&w); return 0; } int main(void) { pthread_t t; pthread_rwlock_wrlock(&w); pthread_create(&t, 0, f, 0); pthread_join(t, 0); }",
			want: outcomes{model.Failed: 1}, failure: "unlock of a lock that another thread holds for writing"},
		{name: "detaches itself", text: w + "pthread_create(&q, 0, self, 0); pthread_exit(0); }", want: outcomes{model.Complete: 1}},
		{name: "detaches itself before the join or after it", text: w + "pthread_create(&q, 0, self, 0); pthread_join(q, 0); return 0; }",
			want: outcomes{model.Failed: 2}, failure: "a thread that is "},
	})
}

// TestRemarks: programs that read arguments, or wait once where a wait may end for no reason, say that this is left out.
func TestRemarks(t *testing.T) {
	const waits = "pthread_mutex_t m; pthread_cond_t c; int r; atomic_int x; void *w(void *a) { pthread_mutex_lock(&m); "
	const end = " pthread_mutex_unlock(&m); return 0; } "
	for text, want := range map[string]string{
		"int main(int argc, char **argv) { return argc < 2; }":                                                     "main reads its arguments, and has none",
		"int main(int argc, char **argv) { return 0; }":                                                            "",
		waits + "if (!r) pthread_cond_wait(&c, &m);" + end + "int main(void) { w(0); return 0; }":                  "spurious wakeups",
		waits + "while (!r) pthread_cond_wait(&c, &m);" + end + "int main(void) { w(0); return 0; }":               "",
		"atomic_int x; int main(void) { int e = 0; return atomic_compare_exchange_weak(&x, &e, 1); }":              "weak compare-and-swap",
		"atomic_int x; int main(void) { int e = 0; while (!atomic_compare_exchange_weak(&x, &e, 1)) ; return 0; }": "",
	} {
		c := threadCase{text: text}
		got := strings.Join((*front.Program)(c.load(t)).Remarks(), "; ")
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestSpinsBehindStores: a thread that spins while a store of its own waits in the buffer loops forever only if nothing
// that it reads changes any more.
func TestSpinsBehindStores(t *testing.T) {
	const load = "static int ld(atomic_int *p) { int r = atomic_load_explicit(p, memory_order_relaxed); return r; }\n" +
		"static void st(atomic_int *p, int v) { atomic_store_explicit(p, v, memory_order_release); }\n"
	const two = "int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, u, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }\n"
	spin := cprog.Options{Spin: true, Races: cprog.Ignore}
	const flag = "atomic_int l = 1, y; " + load + "void *t(void *a) { st(&l, 0); return 0; } void *u(void *a) { st(&y, 1); do { } while (ld(&l) == 1); return 0; }\n" + two
	// The locks of Mellor-Crummey and Scott; Craig, Landin and Hagersten; fetch-and-store; and Dekker.
	const critical = "int x; atomic_int in; static void critical(void) { assert(atomic_fetch_add(&in, 1) == 0); x++; atomic_fetch_sub(&in, 1); }\n"
	const mcs = critical + load + `typedef struct node { _Atomic(struct node *) next; atomic_int locked; } node;
_Atomic(node *) tail; node n[2];
static void run(node *me) {
	atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
	atomic_store_explicit(&me->next, 0, memory_order_relaxed);
	node *before = atomic_exchange(&tail, me);
	if (before) { atomic_store_explicit(&before->next, me, memory_order_release); while (ld(&me->locked)) ; }
	critical();
	node *after = atomic_load_explicit(&me->next, memory_order_acquire);
	if (!after) {
		node *expected = me;
		if (atomic_compare_exchange_strong(&tail, &expected, (node *)0)) return;
		while (!(after = atomic_load_explicit(&me->next, memory_order_acquire))) ;
	}
	st(&after->locked, 0);
}
void *t(void *a) { run(&n[0]); return 0; } void *u(void *a) { run(&n[1]); return 0; }
` + two
	const clh = critical + load + `atomic_int cells[3]; _Atomic(atomic_int *) tail = &cells[2];
static void run(atomic_int *me) {
	atomic_store_explicit(me, 1, memory_order_relaxed);
	atomic_int *before = atomic_exchange(&tail, me);
	while (ld(before)) ;
	critical();
	st(me, 0);
}
void *t(void *a) { run(&cells[0]); return 0; } void *u(void *a) { run(&cells[1]); return 0; }
` + two
	const fas = critical + load + `atomic_int lock;
static void run(void) { while (atomic_exchange(&lock, 1)) while (ld(&lock)) ; critical(); st(&lock, 0); }
void *t(void *a) { run(); return 0; } void *u(void *a) { run(); return 0; }
` + two
	const dekker = critical + load + `atomic_int wants[2], turn;
static void run(int me) {
	atomic_store(&wants[me], 1);
	while (ld(&wants[!me])) {
		if (ld(&turn) != me) { st(&wants[me], 0); while (ld(&turn) != me) ; atomic_store(&wants[me], 1); }
	}
	critical();
	st(&turn, !me); st(&wants[me], 0);
}
void *t(void *a) { run(0); return 0; } void *u(void *a) { run(1); return 0; }
` + two
	for name, text := range map[string]string{"a flag": flag, "mcs": mcs, "clh": clh, "fas": fas, "dekker": dekker} {
		file := filepath.Join(t.TempDir(), "f.c")
		write(t, file, "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n"+text)
		p, err := cprog.Load(file, spin)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, under := range []memory.Model{memory.SC, memory.TSO} {
			for _, algorithm := range []string{"pop", "trust", "optimal"} {
				explorer, err := catalog.New(algorithm, algos.Options{Memory: under})
				if err != nil {
					t.Fatal(err)
				}
				stats, err := explorer.Explore(t.Context(), p, nil)
				if stuck := stats.Livelocked + stats.Starved + stats.Deadlocked + stats.Failed; err != nil || stuck > 0 || stats.Executions == stats.AssumeBlocked {
					t.Errorf("%s, %v, %s: %+v, %v", name, under, algorithm, stats, err)
				}
			}
		}
	}
}
