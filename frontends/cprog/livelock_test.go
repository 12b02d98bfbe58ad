package cprog_test

import (
	"path/filepath"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// TestLivelock: a thread that --spin stops loops forever if no thread will write the variables that its loop reads, and
// all others have ended or wait. Of the five executions, t1 ends in one, in three it could continue, and in one x stays 0.
func TestLivelock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, `#include <stdatomic.h>
#include <pthread.h>
atomic_int x, y;
void *t1(void *a) {
	while (1) { if (x) break; if (y == 5) break; }
	return 0;
}
void *t2(void *a) { if (!y) x = 1; LATER return 0; }
void *t3(void *a) { y = 1; return 0; }
int main(void) {
	pthread_t a, b, c;
	pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_create(&c, 0, t3, 0);
	pthread_join(a, 0);
}`)
	for later, livelocked := range map[string]int64{"": 1, "x = 1;": 0, "else __VERIFIER_assume(0);": 0} {
		p, err := cprog.Load(file, cprog.Options{Spin: true, Define: []string{"LATER=" + later}})
		if err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range []string{"pop", "trust", "optimal", "source"} {
			explorer, err := catalog.New(algorithm, algos.Options{})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := explorer.Explore(t.Context(), p, func(e *model.Execution) error {
				if e.Outcome() != model.Livelocked {
					return nil
				}
				shown, err := trace.Of(p, model.SC, e.Events())
				const want = "livelocked\n  main waits forever at join t1 (f.c:13)\n  t1 goes round a loop forever (f.c:5)\n"
				if shown.Ending() != want {
					t.Errorf("%s: %q, want %q", algorithm, shown.Ending(), want)
				}
				return err
			})
			if err != nil || stats.Livelocked != livelocked {
				t.Errorf("%q, %s: %d executions are livelocked, want %d; %v", later, algorithm, stats.Livelocked, livelocked, err)
			}
		}
	}
}

// TestLivelockOfGraphs: under C11's models a loop that reads an old value ends in time, wherever the events are listed; one that reads
// the last value in mo does not end.
func TestLivelockOfGraphs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, `#include <stdatomic.h>
#include <pthread.h>
atomic_int l = 1, y;
static int ld(void) { int r = atomic_load_explicit(&l, memory_order_relaxed); return r; }
static void st(int v) { atomic_store_explicit(&l, v, memory_order_relaxed); }
void *t1(void *a) { st(0); return 0; }
void *t2(void *a) { atomic_store_explicit(&y, 1, memory_order_relaxed); do { } while (ld() != WANTED); return 0; }
void *t3(void *a) { OTHER return 0; }
int main(void) {
	pthread_t a, b, c;
	pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_create(&c, 0, t3, 0);
	pthread_join(a, 0); pthread_join(b, 0);
}`)
	for _, c := range []struct {
		other, wanted string
		livelocked    int64
	}{{"", "0", 0}, {"", "2", 1}, {"st(2);", "0", 1}, {"st(2);", "2", 1}, {"st(0);", "0", 0}, {"st(2);", "3", 2}} {
		p, err := cprog.Load(file, cprog.Options{Spin: true, Races: cprog.Look, Define: []string{"OTHER=" + c.other, "WANTED=" + c.wanted}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []memory.Model{memory.RC11, memory.RA} {
			explorer, err := catalog.New("trust", algos.Options{Memory: m})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := explorer.Explore(t.Context(), p, func(*model.Execution) error { return nil })
			if err != nil || stats.Livelocked != c.livelocked {
				t.Errorf("%+v under %v: %d executions are livelocked; %v", c, m, stats.Livelocked, err)
			}
		}
	}
}

// TestSpinsOfGraphs: under rc11 a thread loops forever where its loop has read the last writes in mo, whatever the order in which the writes
// were executed. A lock by test-and-set frees everyone; the second program loops forever where x = 2 is last and was read.
func TestSpinsOfGraphs(t *testing.T) {
	const head = "#include <stdatomic.h>\n#include <pthread.h>\n#define LD(x) atomic_load_explicit(&x, memory_order_relaxed)\n#define ST(x, v) atomic_store_explicit(&x, v, memory_order_relaxed)\n" +
		"atomic_flag f; atomic_int x, y;\n"
	const locks = head + `
void *t1(void *a) { while (atomic_flag_test_and_set_explicit(&f, memory_order_acquire)); atomic_flag_clear_explicit(&f, memory_order_release); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t1, 0); pthread_join(a, 0); pthread_join(b, 0); }`
	const overwrites = head + `
void *t1(void *a) { while (1) { if (LD(x) == 1) break; if (LD(y)) break; } return 0; }
void *t2(void *a) { ST(x, 2); return 0; }
void *t3(void *a) { ST(x, 1); return 0; }
int main(void) { pthread_t a, b, c; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_create(&c, 0, t3, 0); pthread_join(a, 0); }`
	for text, want := range map[string]struct{ Executions, Livelocked, AssumeBlocked int64 }{locks: {4, 0, 2}, overwrites: {6, 1, 3}} {
		p, err := cprog.Parse("f.c", text, cprog.Options{Spin: true, Races: cprog.Look})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"trust", "exhaustive"} {
			for _, order := range algos.Orders() {
				explorer, err := catalog.New(name, algos.Options{Memory: memory.RC11, Order: order})
				if err != nil {
					t.Fatal(err)
				}
				got, err := explorer.Explore(t.Context(), p, nil)
				if err != nil || got.Executions != want.Executions || got.Livelocked != want.Livelocked || got.AssumeBlocked != want.AssumeBlocked {
					t.Errorf("%s, %v: %d executions, %d livelocked, %d blocked, want %d, %d, %d; %v", name, order,
						got.Executions, got.Livelocked, got.AssumeBlocked, want.Executions, want.Livelocked, want.AssumeBlocked, err)
				}
			}
		}
	}
}
