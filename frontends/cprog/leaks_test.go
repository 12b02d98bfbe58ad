package cprog_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// leakyFile is a program in which main does A and another thread B.
const leakyFile = `#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int v; } *g; char raw[8]; _Thread_local void *own; pthread_key_t key; int x;
void *make(int n) { return malloc(n); }
void *thread(void *arg) { B return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, thread, 0); pthread_join(t, 0); A return 0; }`

// forModel names an algorithm that explores under m.
func forModel(m memory.Model) string {
	if m.Graphs() {
		return "trust"
	}
	return "pop"
}

// leaksOf returns the leaks of a program's executions, and how many executions have each outcome.
func leaksOf(t *testing.T, text string, o cprog.Options) (reports []string, stats algos.Stats) {
	t.Helper()
	return leaksUnder(t, memory.SC, text, o)
}

// leaksUnder is leaksOf under a memory model.
func leaksUnder(t *testing.T, m memory.Model, text string, o cprog.Options) (reports []string, stats algos.Stats) {
	t.Helper()
	if m.Graphs() {
		o.Races = cprog.Look // memory orders count
	}
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, text)
	p, err := cprog.Load(file, o)
	if err != nil {
		t.Fatal(err)
	}
	explorer, err := catalog.New(forModel(m), algos.Options{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	stats, err = explorer.Explore(t.Context(), p, func(e *model.Execution) error {
		if e.Outcome() != model.Complete {
			reports = append(reports, e.Failure())
		}
		return nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return reports, stats
}

// TestLeaks: memory that nothing reaches at the end is lost, and is reported with the line and the thread that
// allocated it.
func TestLeaks(t *testing.T) {
	const lost = "memory that nothing reaches at the end is not freed: "
	for _, c := range []struct{ a, b, lost, unfreed string }{
		{"malloc(5);", "", "5 bytes allocated at f.c:7 by thread 0 (main)", "5 bytes"},
		{"", "malloc(5);", "5 bytes allocated at f.c:6 by thread 1 (child 1 of thread 0 (main))", "5 bytes"},
		{"int *p = malloc(4); *p = 1;", "", "4 bytes", "4 bytes"}, // a local of main is over
		{"int *p = malloc(4); free(p);", "", "", ""},
		{"g = malloc(sizeof *g); g->next = 0;", "", "", "16 bytes"},
		{"g = malloc(16); g->next = malloc(16); g->next->next = malloc(3);", "", "", "16 bytes allocated at f.c:7 by thread 0 (main); 16 bytes allocated at f.c:7 by thread 0 (main); 3 bytes"},
		{"g = malloc(16); g->next = malloc(16); g->next->next = malloc(3); g->next = 0;", "", "16 bytes allocated at f.c:7 by thread 0 (main); 3 bytes", "16 bytes"},
		{"g = malloc(16); g->next = malloc(16); g->next->next = g; g = 0;", "", "16 bytes", "16 bytes"}, // a ring
		{"g = malloc(16); g->next = malloc(3); free(g);", "", "3 bytes", "3 bytes"},                     // freed memory reaches nothing
		{"g = (void *)(4 + (char *)malloc(9));", "", "", "9 bytes"},                                     // from inside
		{"g = malloc(2000); ((void **)g)[100] = malloc(7);", "", "", "2000 bytes allocated at f.c:7 by thread 0 (main); 7 bytes"},
		{"void *p = malloc(9); memcpy(raw, &p, 8);", "", "", "9 bytes"},
		{"own = malloc(6);", "", "", "6 bytes"},
		{"", "own = malloc(6);", "6 bytes", "6 bytes"},
		{"pthread_key_create(&key, 0); pthread_setspecific(key, malloc(6));", "", "", "6 bytes"},
		{"char *p = malloc(6); exit(0);", "", "", "6 bytes"}, // main still has it
		{"char *p = malloc(6), **q = &p; x = q != 0; exit(0);", "", "", "6 bytes"},
		{"char *p = malloc(6); p = 0; x = 3; exit(0);", "", "", "6 bytes"},
		{"g = calloc(3, 5); g = realloc(g, 20);", "", "", "20 bytes"},
		{"char *p = strdup(\"ab\"); x = p[0];", "", "3 bytes allocated at f.c:7", "3 bytes"},
		{"x = 3; int a[x]; a[0] = 1; char *p = __builtin_alloca(9);", "", "", ""},
		{"", "g = malloc(16); g->next = 0;", "", "16 bytes allocated at f.c:6 by thread 1 (child 1 of thread 0 (main))"},
		{"free(g);", "g = malloc(16); g->next = 0;", "", ""},
		{"make(7);", "", "7 bytes allocated at f.c:5 by thread 0 (main)", "7 bytes"},
	} {
		text := strings.NewReplacer("A return", c.a+" return", "B return", c.b+" return").Replace(leakyFile)
		for leaks, want := range map[cprog.Leaks]string{cprog.NoLeaks: "", cprog.Lost: c.lost, cprog.Unfreed: c.unfreed} {
			for _, m := range []memory.Model{memory.SC, memory.RC11} {
				reports, stats := leaksUnder(t, m, text, cprog.Options{Leaks: leaks})
				switch {
				case want == "" && len(reports) == 0:
				case want == "" || stats.Leaked == 0 || stats.Leaked != stats.Executions || !strings.Contains(reports[0], ": "+want):
					t.Errorf("%s | %s with %v under %v: %q, want %q", c.a, c.b, leaks, m, reports, want)
				case leaks == cprog.Lost && !strings.HasPrefix(reports[0], lost):
					t.Errorf("%q", reports)
				}
			}
		}
	}
}

// TestLeaksOfSomeOrders: memory is lost only in some of the executions.
func TestLeaksOfSomeOrders(t *testing.T) {
	const text = `#include <pthread.h>
#include <stdlib.h>
void *g;
void *set(void *arg) { void *p = malloc(4); if (!g) g = p; else free(p); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, set, 0); pthread_create(&u, 0, set, 0); pthread_join(t, 0); pthread_join(u, 0); free(g); return 0; }`
	reports, stats := leaksOf(t, text, cprog.Options{Leaks: cprog.Lost})
	if stats.Leaked == 0 || stats.Leaked == stats.Executions || len(reports) != int(stats.Leaked) {
		t.Errorf("%+v %q", stats.Counts, reports)
	}
	_, without := leaksOf(t, text, cprog.Options{})
	if without.Executions != stats.Executions {
		t.Errorf("%d executions, and %d if leaks are looked for", without.Executions, stats.Executions)
	}
}

// TestMallocFails: each malloc may fail, if so requested.
func TestMallocFails(t *testing.T) {
	const text = `#include <stdlib.h>
int main(void) { int *p = malloc(4), *q = calloc(1, 4); int n = 2; int a[n]; a[0] = 0; if (p) *p = 1; *q = 1; p = realloc(p, 8); free(q); return a[0]; }`
	for _, fails := range []bool{false, true} {
		reports, stats := leaksOf(t, text, cprog.Options{MallocFails: fails})
		if want := map[bool]int64{false: 1, true: 6}[fails]; stats.Executions != want || fails != (len(reports) == 2) {
			t.Errorf("fails %v: %+v %q", fails, stats.Counts, reports)
		}
	}
}

// TestRandomLeaks compares the memory lost by random programs over lists with a simulation.
func TestRandomLeaks(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for i := range 100 {
		text, want := randomLists(random)
		reports, _ := leaksUnder(t, []memory.Model{memory.SC, memory.RC11}[i%2], text, cprog.Options{Leaks: cprog.Lost})
		var got []string
		for _, r := range reports {
			for _, m := range regexp.MustCompile(`(\d+) bytes`).FindAllStringSubmatch(r, -1) {
				got = append(got, m[1])
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("lost are %v, want %v\n%s", got, want, text)
		}
	}
}

// randomLists returns a program of four variables and up to eight nodes of different sizes, and the sizes of
// the nodes that are lost at its end.
func randomLists(random *rand.Rand) (text string, lost []string) {
	type node struct {
		size  int
		next  *node
		freed bool
	}
	var roots [4]*node
	var all []*node
	body := ""
	for range 8 + random.IntN(20) {
		i, j := random.IntN(4), random.IntN(4)
		a, b := roots[i], roots[j]
		switch random.IntN(5) {
		case 0:
			if len(all) == 8 {
				continue
			}
			n := &node{size: 16 + 8*len(all)}
			all, roots[i] = append(all, n), n
			body += fmt.Sprintf("g[%d] = malloc(%d); g[%d]->next = 0;\n", i, n.size, i)
		case 1:
			if a == nil || a.freed || b != nil && b.freed {
				continue
			}
			a.next = b
			body += fmt.Sprintf("g[%d]->next = g[%d];\n", i, j)
		case 2:
			roots[i] = b
			body += fmt.Sprintf("g[%d] = g[%d];\n", i, j)
		case 3:
			if b == nil || b.freed {
				continue
			}
			roots[i] = b.next
			body += fmt.Sprintf("g[%d] = g[%d]->next;\n", i, j)
		default:
			if a == nil || a.freed || random.IntN(2) == 0 {
				continue
			}
			a.freed = true
			body += fmt.Sprintf("free(g[%d]);\n", i)
		}
	}
	reached := map[*node]bool{}
	for _, n := range roots {
		for ; n != nil && !reached[n]; n = n.next {
			reached[n] = true
			if n.freed {
				break
			}
		}
	}
	for _, n := range all {
		if !n.freed && !reached[n] {
			lost = append(lost, strconv.Itoa(n.size))
		}
	}
	return "#include <stdlib.h>\nstruct node { struct node *next; } *g[4];\nint main(void) {\n" + body + "}\n", lost
}

// TestLeaksOfWeakMemory: memory is lost where only store buffers, or C11, let both threads read 0; the other executions lose the
// same as under sequential consistency.
func TestLeaksOfWeakMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x, y; int a, b; void *g;
void *p(void *_) { atomic_store_explicit(&x, 1, memory_order_relaxed); a = y; return 0; }
void *q(void *_) { atomic_store_explicit(&y, 1, memory_order_relaxed); b = x; if (b) g = malloc(8); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, p, 0); pthread_create(&t, 0, q, 0); pthread_join(s, 0); pthread_join(t, 0);
	if (!a && !b) malloc(5);
	g = 0; return 0; }`)
	for _, m := range slices.Concat([]memory.Model{memory.SC, memory.TSO, memory.PSO}, memory.Graphs()) {
		lost := m != memory.SC
		for _, algorithm := range []string{forModel(m), "exhaustive"} {
			p, err := cprog.Load(file, cprog.Options{Leaks: cprog.Lost})
			if err != nil {
				t.Fatal(err)
			}
			explorer, err := catalog.New(algorithm, algos.Options{Memory: m})
			if err != nil {
				t.Fatal(err)
			}
			small, large := int64(0), int64(0)
			stats, err := explorer.Explore(t.Context(), p, func(e *model.Execution) error {
				switch {
				case strings.Contains(e.Failure(), "5 bytes"):
					small++
				case strings.Contains(e.Failure(), "8 bytes"):
					large++
				}
				return nil
			})
			if err != nil || small > 0 != lost || large == 0 || stats.Leaked != small+large {
				t.Errorf("%v, %s: %d lose 5 bytes and %d lose 8 of %+v; %v", m, algorithm, small, large, stats.Counts, err)
			}
		}
	}
}

// TestLeaksOfGraphs: which of two blocks is lost depends on mo alone, and a thread that frees an old address loses the new block.
func TestLeaksOfGraphs(t *testing.T) {
	const begin = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(void *) g; atomic_int x; int a;
`
	const end = "\nint main(void) { pthread_t s, t; pthread_create(&s, 0, p, 0); pthread_create(&t, 0, q, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }"
	for _, c := range []struct {
		text, order string
		model       memory.Model
		lost        map[string]int // executions, by the sizes of the blocks that they lose
	}{
		{`void *p(void *_) { atomic_store_explicit(&g, malloc(5), ORDER); return 0; }
void *q(void *_) { atomic_store_explicit(&g, malloc(7), ORDER); return 0; }`, "memory_order_relaxed", memory.RC11, map[string]int{"5 bytes": 1, "7 bytes": 1}},
		// q sees the flag and not yet the address, and then replaces it.
		{`void *p(void *_) { atomic_store_explicit(&g, malloc(5), memory_order_relaxed); atomic_store_explicit(&x, 1, ORDER); return 0; }
void *q(void *_) { if (atomic_load_explicit(&x, memory_order_acquire)) { free(atomic_load_explicit(&g, memory_order_relaxed)); atomic_store_explicit(&g, 0, memory_order_relaxed); } return 0; }`,
			"memory_order_relaxed", memory.RC11, map[string]int{"": 3, "5 bytes": 1}},
		{`void *p(void *_) { atomic_store_explicit(&g, malloc(5), memory_order_relaxed); atomic_store_explicit(&x, 1, ORDER); return 0; }
void *q(void *_) { if (atomic_load_explicit(&x, memory_order_acquire)) { free(atomic_load_explicit(&g, memory_order_relaxed)); atomic_store_explicit(&g, 0, memory_order_relaxed); } return 0; }`,
			"memory_order_release", memory.RC11, map[string]int{"": 2}},
	} {
		for _, algorithm := range []string{"trust", "exhaustive"} {
			file := filepath.Join(t.TempDir(), "f.c")
			write(t, file, begin+strings.ReplaceAll(c.text, "ORDER", c.order)+end)
			p, err := cprog.Load(file, cprog.Options{Leaks: cprog.Lost})
			if err != nil {
				t.Fatal(err)
			}
			explorer, err := catalog.New(algorithm, algos.Options{Memory: c.model})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]int{}
			if _, err := explorer.Explore(t.Context(), p, func(e *model.Execution) error {
				got[regexp.MustCompile(`\d+ bytes|$`).FindString(e.Failure())]++
				return nil
			}); err != nil || !maps.Equal(got, c.lost) {
				t.Errorf("%s\n%s, %s: lost %v, want %v; %v", c.text, c.order, algorithm, got, c.lost, err)
			}
		}
	}
}
