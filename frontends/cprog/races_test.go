package cprog_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/front"
)

// racyFile is a program of two threads, which do A and B.
const racyFile = `
#include <stdatomic.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
int x, z; atomic_int y; volatile int v; _Atomic int w; struct { int a, b; } s, u; int *p;
char buffer[4];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_barrier_t g;
sem_t e;
pthread_cond_t *h; void *_Atomic k; pthread_spinlock_t spin;
void *one(void *arg) { A return 0; }
void *two(void *arg) { B return 0; }
int main(void) {
	pthread_t t, r;
	y = 0;
	pthread_barrier_init(&g, 0, 2);
	sem_init(&e, 0, 0);
	h = malloc(sizeof *h);
	pthread_cond_init(h, 0);
	p = malloc(sizeof *p);
	*p = 1;
	pthread_create(&t, 0, one, 0);
	pthread_create(&r, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(r, 0);
	return x + s.a + *p;
}`

// failingInSections begins a compare-and-swap in a file with atomic sections.
const failingInSections = "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); int o = 0; __VERIFIER_atomic_begin(); __VERIFIER_atomic_end();" +
	"if (!atomic_compare_exchange_strong_explicit(&y, &o, "

// TestRaces: which accesses in C race, and what orders them.
func TestRaces(t *testing.T) {
	for i, c := range []struct {
		a, b  string
		raced bool
	}{
		{"x = 1;", "x = 2;", true},
		{"x = 1;", "z = 2;", false},
		{"y = 1;", "y = 2;", false},
		{"w = 1;", "w++;", false},
		{"y = 1;", "*(int *)&y = 2;", true},
		{"v = 1;", "v = 2;", false},
		{"x = 1; v = 1;", "if (v) x = 2;", true}, // the file has atomics of its own
		{"s.a = 1;", "s.b = 1;", false},
		{"s = u;", "s.b = 1;", true},
		{"memset(buffer, 1, 4);", "buffer[2] = 1;", true},
		{"memset(buffer, 1, 2);", "buffer[2] = 1;", false},
		{"__atomic_store_n(&x, 1, __ATOMIC_RELAXED);", "__atomic_fetch_add(&x, 1, __ATOMIC_RELAXED);", false},
		{"__atomic_store_n(&x, 1, __ATOMIC_RELAXED);", "x++;", true},
		{"x = 1; y = 1;", "if (y) x = 2;", false},
		{"x = 1; atomic_store_explicit(&y, 1, memory_order_release);", "if (atomic_load_explicit(&y, memory_order_acquire)) x = 2;", false},
		{"x = 1; atomic_store_explicit(&y, 1, memory_order_release);", "if (atomic_load_explicit(&y, memory_order_relaxed)) x = 2;", true},
		{"x = 1; atomic_thread_fence(memory_order_release); atomic_store_explicit(&y, 1, memory_order_relaxed);",
			"if (atomic_load_explicit(&y, memory_order_relaxed)) { atomic_thread_fence(memory_order_acquire); x = 2; }", false},
		{"x = 1; atomic_store_explicit(&y, 1, memory_order_relaxed);",
			"if (atomic_load_explicit(&y, memory_order_relaxed)) { atomic_thread_fence(memory_order_acquire); x = 2; }", true},
		{"x = 1; atomic_fetch_add_explicit(&y, 1, memory_order_release);", "if (atomic_exchange_explicit(&y, 2, memory_order_acquire)) x = 2;", false},
		{"x = 1; atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);", "if (atomic_exchange_explicit(&y, 2, memory_order_acquire)) x = 2;", true},
		{"x = 1; y = 1;", "int o = 0; if (!atomic_compare_exchange_strong_explicit(&y, &o, 2, memory_order_acq_rel, memory_order_relaxed)) x = 2;", true},
		{"x = 1; y = 1;", "int o = 0; if (!atomic_compare_exchange_strong_explicit(&y, &o, 2, memory_order_acq_rel, memory_order_acquire)) x = 2;", false},
		{"pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);", false},
		{"pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", "if (!pthread_mutex_trylock(&m)) { x = 2; pthread_mutex_unlock(&m); }", false},
		{"pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", "if (pthread_mutex_trylock(&m)) x = 2; else pthread_mutex_unlock(&m);", true},
		{"pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", "x = 2;", true},
		{"pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l);", "pthread_rwlock_rdlock(&l); z = x; pthread_rwlock_unlock(&l);", false},
		{"pthread_rwlock_rdlock(&l); x = 1; pthread_rwlock_unlock(&l);", "pthread_rwlock_rdlock(&l); z = x; pthread_rwlock_unlock(&l);", true},
		{"x = 1; sem_post(&e);", "sem_wait(&e); x = 2;", false},
		{"x = 1; pthread_barrier_wait(&g);", "pthread_barrier_wait(&g); x = 2;", false},
		{"pthread_barrier_wait(&g); x = 1;", "pthread_barrier_wait(&g); x = 2;", true},
		{"pthread_mutex_lock(&m); z = 1; x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
			"pthread_mutex_lock(&m); while (!z) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); x = 2;", false},
		{"x = 1; pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); atomic_store_explicit(&y, 1, memory_order_relaxed); pthread_mutex_unlock(&m);",
			"pthread_cond_signal(&c); if (atomic_load_explicit(&y, memory_order_relaxed)) x = 2;", true}, // nothing orders events before a wait
		{"x = 1; pthread_mutex_lock(&m); pthread_cond_wait(h, &m); atomic_store_explicit(&y, 1, memory_order_relaxed); pthread_mutex_unlock(&m);",
			"if (0) free(h); pthread_cond_signal(h); if (atomic_load_explicit(&y, memory_order_relaxed)) x = 2;", true},
		{"x = 1; pthread_mutex_lock(&m); pthread_cond_wait(h, &m); atomic_store_explicit(&y, 1, memory_order_relaxed); pthread_mutex_unlock(&m);",
			"if (0) free(h); pthread_cond_broadcast(h); if (atomic_load_explicit(&y, memory_order_relaxed)) x = 2;", true},
		{"pthread_mutex_lock(&m); z = 1; x = 1; pthread_cond_signal(h); pthread_mutex_unlock(&m);",
			"pthread_mutex_lock(&m); while (!z) pthread_cond_wait(h, &m); pthread_mutex_unlock(&m); x = 2;", false},
		{"x = 1; atomic_store_explicit(&k, malloc(1500), memory_order_relaxed);",
			"int *q = atomic_load_explicit(&k, memory_order_relaxed); if (q) { q = realloc(q, 6000); x = 2; }", true},
		{"x = 1; atomic_store_explicit(&k, malloc(1500), memory_order_relaxed);",
			"int *q = atomic_load_explicit(&k, memory_order_relaxed); if (q) { atomic_store((atomic_int *)&q[1], 1); }", false},
		{"x = 1; atomic_store_explicit(&k, malloc(1500), memory_order_release);",
			"int *q = atomic_load_explicit(&k, memory_order_acquire); if (q) { q = realloc(q, 6000); x = 2; }", false},
		{"atomic_init(&y, 1);", "atomic_load(&y);", true}, // initialisation is not atomic
		{"x = 1; pthread_spin_lock(&spin); atomic_store_explicit(&y, 1, memory_order_relaxed);",
			"if (atomic_load_explicit(&y, memory_order_relaxed) && pthread_spin_trylock(&spin)) x = 2;", true},
		{"x = 1; sem_post(&e);", "if (!sem_trywait(&e)) x = 2;", false},
		{"x = 1; sem_trywait(&e); atomic_store_explicit(&y, 1, memory_order_relaxed);",
			"if (atomic_load_explicit(&y, memory_order_relaxed)) { sem_trywait(&e); x = 2; }", true}, // a failed try orders nothing
		{"x = 1; sem_trywait(&e); atomic_store_explicit(&y, 1, memory_order_relaxed);",
			"if (atomic_load_explicit(&y, memory_order_relaxed)) { sem_post(&e); x = 2; }", true},
		{"x = 1; sem_post(&e);", "sem_wait(&e); sem_post(&e); sem_trywait(&e); x = 2;", false},
		{"x = 1; pthread_rwlock_wrlock(&l); atomic_store_explicit(&y, 1, memory_order_relaxed);",
			"if (atomic_load_explicit(&y, memory_order_relaxed) && pthread_rwlock_tryrdlock(&l)) x = 2;", true},
		{"pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l); atomic_store_explicit(&y, 1, memory_order_relaxed);",
			"if (atomic_load_explicit(&y, memory_order_relaxed) && !pthread_rwlock_tryrdlock(&l)) x = 2;", false},
		{"x = 1; pthread_rwlock_wrlock(&l); atomic_store_explicit(&y, 1, memory_order_relaxed);",
			"if (atomic_load_explicit(&y, memory_order_relaxed) && pthread_rwlock_trywrlock(&l)) x = 2;", true},
		{"x = 1; y = 1;", failingInSections + "2, memory_order_acq_rel, memory_order_relaxed)) x = 2;", true},
		{"x = 1; y = 1;", failingInSections + "2, memory_order_acq_rel, memory_order_acquire)) x = 2;", false},
		{"free(p); p = malloc(4); *p = 0;", "", false},
		{"while (!y) ; x = 1;", "x = 2; y = 1;", false},
		{"while (!z) ;", "z = 1;", true}, // an await of a plain variable
	} {
		t.Run(c.a+c.b, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "f.c")
			write(t, file, racyFile)
			algorithm := []string{"pop", "trust"}[i%2]
			got := verdictOf(t, file, cprog.Options{Define: []string{"A=" + c.a, "B=" + c.b}}, algorithm, time.Minute)
			if got.problem != "" || (got.raced > 0) != c.raced {
				t.Errorf("%s: %+v %s", algorithm, got, got.problem)
			}
		})
	}
}

// TestKindsRace: what mutexes of each kind order, and that a failed lock, try or unlock of them orders nothing.
func TestKindsRace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, `
#include <stdatomic.h>
#include <pthread.h>
int x; atomic_int y; pthread_mutex_t m;
void *one(void *arg) { ONE return 0; }
int main(void) {
	pthread_mutexattr_t a; pthread_t t;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, KIND);
	pthread_mutex_init(&m, &a);
	pthread_create(&t, 0, one, 0);
	MAIN
	pthread_join(t, 0);
}`)
	const (
		hold  = "x = 1; pthread_mutex_lock(&m); atomic_store_explicit(&y, 1, memory_order_relaxed);"
		known = "if (atomic_load_explicit(&y, memory_order_relaxed)) "
	)
	for _, c := range []struct {
		one, main string
		raced     bool
	}{
		{hold, known + "if (pthread_mutex_trylock(&m)) x = 2;", true},
		{hold, known + "{ pthread_mutex_unlock(&m); x = 2; }", true},
		{"pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", "if (!pthread_mutex_trylock(&m)) x = 2;", false},
		{"pthread_mutex_lock(&m); pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); x = 2;", false},
	} {
		for _, kind := range []string{"PTHREAD_MUTEX_RECURSIVE", "PTHREAD_MUTEX_ERRORCHECK"} {
			if kind == "PTHREAD_MUTEX_ERRORCHECK" && strings.Count(c.one, "unlock") == 2 {
				continue
			}
			for _, algorithm := range []string{"pop", "trust"} {
				got := verdictOf(t, file, cprog.Options{Define: []string{"KIND=" + kind, "ONE=" + c.one, "MAIN=" + c.main}}, algorithm, time.Minute)
				if got.problem != "" || (got.raced > 0) != c.raced {
					t.Errorf("%s, %s: %s | %s: %+v", algorithm, kind, c.one, c.main, got)
				}
			}
		}
	}
}

// TestFreeByAll: each algorithm that looks for races also finds those with a free.
func TestFreeByAll(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, racyFile)
	for _, algorithm := range slices.Concat(catalog.All(), catalog.Plain()) {
		for when, raced := range map[string]bool{"if (y)": false, "if (!y)": true} {
			got := verdictOf(t, file, cprog.Options{Define: []string{"A=*p = 2; y = 1;", "B=" + when + " { free(p); p = malloc(4); *p = 0; }"}}, algorithm.Name, time.Minute)
			if got.problem != "" || (got.raced > 0) != raced {
				t.Errorf("%s: %s: %+v", algorithm.Name, when, got)
			}
		}
	}
}

// TestSameInSections: with atomic sections, it is not known whether a compare-and-swap that changes nothing has failed.
func TestSameInSections(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, racyFile)
	for b, refused := range map[string]bool{
		failingInSections + "0, memory_order_acq_rel, memory_order_relaxed)) x = 2;": true,
		failingInSections + "2, memory_order_acq_rel, memory_order_relaxed)) x = 2;": false,
		strings.Replace(failingInSections, "_explicit", "", 1) + "0)) x = 2;":        true,
		strings.Replace(failingInSections, "_explicit", "", 1) + "2)) x = 2;":        false,
	} {
		got := verdictOf(t, file, cprog.Options{Define: []string{"A=y = 1;", "B=" + b}}, "pop", time.Minute)
		if refused != strings.Contains(got.problem, "must write a value other than the one it expects") || !refused && got.problem != "" {
			t.Errorf("%s: %+v", b, got)
		}
	}
}

// TestOrdersByValue: a non-constant memory order has the value that it has when the access is executed.
func TestOrdersByValue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, racyFile)
	const (
		store    = "x = 1; memory_order o = ORDER; atomic_store_explicit(&y, 1, o);"
		load     = "memory_order o = ORDER; if (atomic_load_explicit(&y, o)) x = 2;"
		await    = "memory_order o = ORDER; while (!atomic_load_explicit(&y, o)) ; x = 2;"
		add      = "x = 1; memory_order o = ORDER; atomic_fetch_add_explicit(&y, 1, o);"
		exchange = "memory_order o = ORDER; if (atomic_exchange_explicit(&y, 2, o)) x = 2;"
		fails    = "memory_order o = ORDER; int old = 0; if (!atomic_compare_exchange_strong_explicit(&y, &old, 2, memory_order_acq_rel, o)) x = 2;"
		succeeds = "memory_order o = ORDER; int old = 1; if (atomic_compare_exchange_strong_explicit(&y, &old, 2, o, memory_order_relaxed)) x = 2;"
		publish  = "x = 1; y = 1;"
		see      = "if (y) x = 2;"
	)
	for _, c := range []struct {
		a, b, order string
		raced       bool
	}{
		{store, see, "memory_order_relaxed", true}, {store, see, "memory_order_release", false}, {store, see, "memory_order_seq_cst", false},
		{publish, load, "memory_order_relaxed", true}, {publish, load, "memory_order_consume", false}, {publish, load, "memory_order_acquire", false},
		{publish, await, "memory_order_relaxed", true}, {publish, await, "memory_order_acquire", false},
		{add, see, "memory_order_acquire", true}, {add, see, "memory_order_acq_rel", false},
		{publish, exchange, "memory_order_release", true}, {publish, exchange, "memory_order_acquire", false},
		{publish, fails, "memory_order_relaxed", true}, {publish, fails, "memory_order_acquire", false},
		{publish, succeeds, "memory_order_relaxed", true}, {publish, succeeds, "memory_order_acquire", false},
	} {
		for _, spin := range []bool{false, true} {
			got := verdictOf(t, file, cprog.Options{Define: []string{"ORDER=" + c.order, "A=" + c.a, "B=" + c.b}, Spin: spin}, "pop", time.Minute)
			if got.problem != "" || got.failed > 0 || (got.raced > 0) != c.raced {
				t.Errorf("%s | %s with %s: %+v", c.a, c.b, c.order, got)
			}
		}
	}
	for _, access := range []string{"atomic_load_explicit(&y, o);", "atomic_store_explicit(&y, 1, o);", "atomic_thread_fence(o);"} {
		const want = "the memory order is 7, and must be one of memory_order_relaxed (0) to memory_order_seq_cst (5)"
		got := verdictOf(t, file, cprog.Options{Define: []string{"A=int o = 7; " + access, "B="}}, "pop", time.Minute)
		if !strings.Contains(got.failure, want) {
			t.Errorf("%s as a variable: %+v", access, got)
		}
		got = verdictOf(t, file, cprog.Options{Define: []string{"A=enum { o = 7 }; " + access, "B="}}, "pop", time.Minute)
		if !strings.Contains(got.problem, want) {
			t.Errorf("%s as a constant: %+v", access, got)
		}
	}
}

// TestRacesAuto: without atomics in the file, its plain accesses race only if so requested, and volatile ones never.
func TestRacesAuto(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, `#include <pthread.h>
		int x; volatile int v;
		void *one(void *arg) { x = 1; v = 1; return 0; }
		int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); if (v) x = 2; if (EARLY) x = 2; pthread_join(t, 0); }`)
	for _, c := range []struct {
		races cprog.Races
		early string
		raced bool
	}{{cprog.LookIfAtomic, "1", false}, {cprog.Look, "1", true}, {cprog.Look, "0", false}, {cprog.Ignore, "1", false}} {
		got := verdictOf(t, file, cprog.Options{Define: []string{"EARLY=" + c.early}, Races: c.races}, "pop", time.Minute)
		if got.problem != "" || (got.raced > 0) != c.raced {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// TestRacesLeftOut: a program says that data races are left out only if nobody said so, and where there are threads.
func TestRacesLeftOut(t *testing.T) {
	const threads = `#include <pthread.h>
		int x; void *one(void *arg) { x = 1; return 0; }
		int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); }`
	const c11 = `#include <threads.h>
		int x; int one(void *arg) { return x = 1; }
		int main(void) { thrd_t t; thrd_create(&t, one, 0); thrd_join(t, 0); }`
	for _, c := range []struct {
		text  string
		races cprog.Races
		want  bool
	}{
		{threads, cprog.LookIfAtomic, true}, {threads, cprog.Look, false}, {threads, cprog.Ignore, false},
		{c11, cprog.LookIfAtomic, true},
		{strings.Replace(threads, "int x", "_Atomic int x", 1), cprog.LookIfAtomic, false},
		{"int x; int main(void) { return x; }", cprog.LookIfAtomic, false},
	} {
		file := filepath.Join(t.TempDir(), "f.c")
		write(t, file, c.text)
		p, err := cprog.Load(file, cprog.Options{Races: c.races})
		if err != nil {
			t.Fatal(err)
		}
		if got := (*front.Program)(p).LeavesOutRaces(); got != c.want {
			t.Errorf("%v, races %v: left out is %v", c.text, c.races, got)
		}
	}
}

type verdict struct {
	executions, raced, failed, deadlocked int64
	race, failure, problem                string
}

func (v verdict) String() string {
	switch {
	case v.problem != "":
		return "not explored"
	case v.failed > 0:
		return "fails"
	case v.raced > 0:
		return "races"
	case v.deadlocked > 0:
		return "deadlocks"
	}
	return "none"
}

func verdictOf(t *testing.T, file string, o cprog.Options, algorithm string, limit time.Duration) (v verdict) {
	t.Helper()
	p, err := cprog.Load(file, o)
	if err != nil {
		v.problem = err.Error()
		return v
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	explorer, err := catalog.New(algorithm, algos.Options{MaxSteps: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	stats, err := explorer.Explore(ctx, p, func(e *model.Execution) error {
		switch {
		case e.Outcome() == model.Failed && v.failure == "":
			v.failure = e.Failure()
		case e.Outcome() == model.Raced && v.race == "":
			v.race = e.Failure()
		}
		return nil
	})
	v.executions, v.raced, v.failed, v.deadlocked = stats.Executions, stats.Raced, stats.Failed, stats.Deadlocked+stats.Starved+stats.Livelocked
	if err != nil && (!errors.Is(err, context.DeadlineExceeded) || v.executions == 0) {
		v.problem = err.Error()
	}
	return v
}

var unrollOf = regexp.MustCompile(`(?:^|\s)--?unroll=(\d+)`)

// TestGenMCVerdicts compares with the verdicts of GenMC on its own tests: none of those in tests/correct has a race or
// fails, except for one that is named; those in tests/wrong/racy have a race; those in tests/wrong/memory have a memory
// error, which is listed separately. The variable DPORBENCH_GENMC names a checkout of github.com/MPI-SWS/genmc,
// DPORBENCH_GENMC_SECONDS is how long to explore each. It writes a table to the log. GenMC's figures are for RC11,
// which has executions that sequential consistency lacks.
func TestGenMCVerdicts(t *testing.T) {
	root := os.Getenv("DPORBENCH_GENMC")
	if root == "" {
		t.Skip("DPORBENCH_GENMC names no checkout")
	}
	limit := time.Duration(number(t, "DPORBENCH_GENMC_SECONDS", 3)) * time.Second
	for _, folder := range []struct{ path, want string }{
		{"wrong/racy", "races"}, {"wrong/liveness", "deadlocks"}, {"wrong/memory", "fails"}, {"wrong/locking", "fails"}, {"wrong/safety", "fails"}, {"wrong/barriers", "fails"}, {"wrong/infr", "fails"},
		{"correct/litmus", "none"}, {"correct/data-structures", "none"}, {"correct/synthetic", "none"}, {"correct/infr", "none"}, {"correct/liveness", "none"},
		{"correct/saver", "none"}, {"correct/sr", "none"}, {"correct/ipr", "none"}, {"correct/lapor", "none"},
	} {
		files, err := filepath.Glob(filepath.Join(root, "tests", folder.path, "*", "variants", "*.c"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s: there are no files (%v)", folder.path, err)
		}
		counts := map[string]int{}
		for _, file := range files {
			v := verdictOf(t, file, genmcArguments(root, filepath.Dir(filepath.Dir(file))), "pop", limit)
			if strings.Contains(file, signalFence) && v.raced > 0 {
				t.Logf("  %s: %s", signalFence, v.race)
				counts["a fence of GenMC's"]++
				continue
			}
			counts[v.String()]++
			if v.String() != folder.want {
				t.Logf("  %s: %v, want %s: %+v", strings.TrimPrefix(file, root), v, folder.want, v)
			}
		}
		t.Logf("%s: %d files, want %s: %v", folder.path, len(files), folder.want, counts)
		if wrong := counts["races"]; folder.want != "races" && folder.want != "fails" && wrong > 0 || folder.path == "wrong/racy" && wrong != len(files) {
			t.Errorf("%s: %d files race", folder.path, wrong)
		}
	}
}

// signalFence is a test in which an atomic_signal_fence serves as an acquire fence. In C11 it orders nothing between
// threads, and the test has a race; GenMC treats it as a thread fence.
const signalFence = "qspinlock"

// genmcArguments returns the first line of a test's arguments, made small.
func genmcArguments(root, folder string) cprog.Options {
	o := cprog.Options{Spin: true, AwaitAssumes: true}
	for _, name := range []string{"args.rc11.mo.in", "args.sc.mo.in", "args.imm.mo.in", "args.in"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		line, _, _ := strings.Cut(string(text), "\n")
		if strings.Contains(line, "-disable-race-detection") {
			o.Races = cprog.Ignore
		}
		if m := unrollOf.FindStringSubmatch(line); m != nil {
			o.Unroll, _ = strconv.Atoi(m[1])
		}
		for word := range strings.FieldsSeq(line) {
			if define, ok := strings.CutPrefix(word, "-D"); ok {
				o.Define = append(o.Define, define)
			}
			if include, ok := strings.CutPrefix(word, "-I"); ok {
				o.Include = append(o.Include, filepath.Join(root, include))
			}
		}
		break
	}
	return o
}
