package cprog_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// TestMemoryOrders: under TSO, a C file has as many executions as the small program that it is on x86;
// under PSO, as many as that program with fences also before the stores that have one after them.
func TestMemoryOrders(t *testing.T) {
	const (
		plain   = "p: x=1; a=y | q: y=1; a=x"
		fenced  = "p: x=1; fence; a=y | q: y=1; fence; a=x"
		message = "p: x=1; y=1 | q: a=y; b=x"
		dekker  = "p: x=1; a=y; if a==0 { update z } | q: y=1; a=x; if a==0 { update z }"
	)
	for _, c := range []struct{ defines, program string }{
		{"PLAIN", plain}, {"RELAXED", plain}, {"RELEASE", plain}, {"ACQ_REL", plain},
		{"ASSIGNED", fenced}, {"SEQ_CST", fenced}, {"FENCED", fenced}, {"SYNC", fenced},
		{"EXCHANGED", "p: a=swap(x,1); a=y | q: a=swap(y,1); a=x"},
		{"FAILING", "p: x=1; cas(z,2,3); a=y | q: y=1; cas(z,2,3); a=x"},
		{"RELAXED MP", message}, {"SEQ_CST MP", message},
		{"RELAXED DEKKER", dekker},
		{"FENCED DEKKER", "p: x=1; fence; a=y; if a==0 { update z } | q: y=1; fence; a=x; if a==0 { update z }"},
	} {
		p, err := cprog.Load("testdata/memory/buffering.c", cprog.Options{Define: strings.Fields(c.defines)})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []memory.Model{memory.SC, memory.TSO, memory.PSO} {
			want, err := algostest.OracleUnder(smallprog.MustBuild(under(c.defines, c.program, m)), m)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"exhaustive", "pop", "trust"} {
				a, _ := catalog.Lookup(name)
				got, stats, err := algostest.Explore(a.New(algos.Options{Memory: m}), p)
				if err != nil || len(got) != len(want) {
					t.Errorf("%s by %s under %v: %d classes, want %d, error %v", c.defines, name, m, len(got), len(want), err)
				}
				if buffered := m != memory.SC && (c.program == plain || c.program == dekker) || m == memory.PSO && c.defines == "RELAXED MP"; (stats.Failed > 0) != buffered {
					t.Errorf("%s by %s under %v: %d executions fail", c.defines, name, m, stats.Failed)
				}
			}
		}
	}
}

// under returns the program that a file with those macros stands for under m.
func under(defines, program string, m memory.Model) string {
	switch {
	case m != memory.PSO || defines != "ASSIGNED" && !strings.HasPrefix(defines, "SEQ_CST"):
		return program
	case defines == "SEQ_CST MP":
		return "p: fence; x=1; fence; y=1; fence | q: a=y; b=x"
	}
	return strings.ReplaceAll(strings.ReplaceAll(program, "x=1", "fence; x=1"), "y=1", "fence; y=1")
}

// TestRandomOrders compares random straight-line C programs with the small programs that they stand for.
func TestRandomOrders(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	file := filepath.Join(t.TempDir(), "f.c")
	a, _ := catalog.Lookup("pop")
	for range 30 {
		text, small := randomOrders(random)
		write(t, file, text)
		p, err := cprog.Load(file, cprog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []memory.Model{memory.SC, memory.TSO, memory.PSO} {
			want, err := algostest.OracleUnder(smallprog.MustBuild(small), m)
			if err != nil {
				t.Fatal(err)
			}
			if got, _, err := algostest.Explore(a.New(algos.Options{Memory: m}), p); err != nil || len(got) != len(want) {
				t.Fatalf("under %v: %d classes, want %d, error %v\n%s\n%s", m, len(got), len(want), err, small, text)
			}
		}
	}
}

// randomOrders returns a C program and the small program that it stands for.
func randomOrders(random *rand.Rand) (text, small string) {
	statements := []struct{ text, small string }{
		{"(void)atomic_load_explicit(&x, 0);", "a=x"}, {"(void)y;", "a=y"}, {"(void)atomic_load(&x);", "a=x"},
		{"atomic_store_explicit(&x, 1, 0);", "x=1"}, {"y = 2;", "y=2"}, {"z = 1;", "z=1"}, {"(void)z;", "a=z"},
		{"x = 3;", "fence; x=3; fence"}, {"atomic_store(&x, 4);", "fence; x=4; fence"}, {"__atomic_store_n(&y, 1, order);", "fence; y=1; fence"},
		{"atomic_thread_fence(5);", "fence"}, {"__sync_synchronize();", "fence"}, {"atomic_thread_fence(2);", ""},
		{"(void)atomic_exchange_explicit(&x, 5, 0);", "a=swap(x,5)"}, {"__sync_val_compare_and_swap(&y, 1, 7);", "cas(y,1,7)"},
	}
	var threads, main, all []string
	for k := range 2 + random.IntN(2) {
		var body, own []string
		for range 2 + random.IntN(2) {
			s := statements[random.IntN(len(statements))]
			body, own = append(body, s.text), append(own, s.small)
		}
		threads = append(threads, fmt.Sprintf("void *t%d(void *arg) { int order = 5; %s return 0; }", k, strings.Join(body, " ")))
		main = append(main, fmt.Sprintf("pthread_create(&t, 0, t%d, 0);", k))
		own = slices.DeleteFunc(own, func(s string) bool { return s == "" })
		all = append(all, fmt.Sprintf("t%d: %s", k, strings.Join(append(own, "b=w"), "; ")))
	}
	return "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x; int y, z;\n" + strings.Join(threads, "\n") +
		"\nint main(void) { pthread_t t; " + strings.Join(main, " ") + " }\n", strings.Join(all, " | ")
}

// TestLibraryOrders: library functions do not overtake earlier stores.
func TestLibraryOrders(t *testing.T) {
	a, _ := catalog.Lookup("pop")
	for _, define := range []string{"LOCK", "BARRIER", "ONCE", "NEITHER"} {
		p, err := cprog.Load("testdata/memory/library.c", cprog.Options{Define: []string{define}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []memory.Model{memory.SC, memory.TSO, memory.PSO} {
			_, stats, err := algostest.Explore(a.New(algos.Options{Memory: m}), p)
			if fails := m == memory.PSO && define == "NEITHER"; err != nil || (stats.Failed > 0) != fails {
				t.Errorf("%s under %v: %d executions fail, error %v", define, m, stats.Failed, err)
			}
		}
	}
}

// TestTryLockUnderGenMC: if an Unlock is a plain store, so is that of a mutex with trylock; GenMC finds five executions.
func TestTryLockUnderGenMC(t *testing.T) {
	p, err := cprog.Load("testdata/memory/trylock.c", cprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range map[memory.Model]int{memory.TSO: 4, memory.GenMCTSO: 5} {
		classes, err := algostest.OracleUnder(p, m)
		if err != nil || len(classes) != want {
			t.Errorf("under %v: %d classes, want %d, error %v", m, len(classes), want, err)
		}
	}
}

// TestAssembly: an instruction that is a fence orders like the fence of C11, one that only pauses orders nothing, and any other is refused.
func TestAssembly(t *testing.T) {
	const buffering = `
_Atomic int x, y; int a, b;
void *f(void *p) { __atomic_store_n(&x, 1, 0); __asm__ __volatile__(BETWEEN ::: "memory"); a = __atomic_load_n(&y, 0); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  __atomic_store_n(&y, 1, 0); asm(BETWEEN ::: "memory"); b = __atomic_load_n(&x, 0);
  pthread_join(t, 0);
  assert(a || b);
}`
	const message = `
_Atomic int x, y;
void *f(void *p) { __atomic_store_n(&x, 1, 0); __asm__ __volatile__(BETWEEN ::: "memory"); __atomic_store_n(&y, 1, 0); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  if (y) assert(x);
  pthread_join(t, 0);
}`
	file := filepath.Join(t.TempDir(), "f.c")
	pop, _ := catalog.Lookup("pop")
	for _, c := range []struct {
		text, instructions string
		memory             memory.Model
		fails              bool
	}{
		{buffering, `"", "pause", "rep; nop\n\t", "sfence", "lfence", "dmb ishst"`, memory.TSO, true},
		{buffering, `"mfence", "lock; addl $0,0(%%rsp)", "lock ; addl $0, 0(%%rsp) ;", "MFENCE"`, memory.TSO, false},
		{message, `"", "nop", "lfence"`, memory.PSO, true},
		{message, `"sfence", "mfence", "dmb ish", "dmb ishst", "lwsync"`, memory.PSO, false},
	} {
		for instruction := range strings.SplitSeq(c.instructions, `", "`) {
			define := `BETWEEN "` + strings.Trim(instruction, `"`) + `"`
			write(t, file, "#include <pthread.h>\n#include <assert.h>\n#define "+define+c.text)
			p, err := cprog.Load(file, cprog.Options{Races: cprog.Ignore})
			if err != nil {
				t.Errorf("%s: %v", define, err)
				continue
			}
			_, stats, err := algostest.Explore(pop.New(algos.Options{Memory: c.memory}), p)
			if err != nil || (stats.Failed > 0) != c.fails {
				t.Errorf("%s under %v: %d executions fail, error %v\n%s", define, c.memory, stats.Failed, err, c.text)
			}
		}
	}
	write(t, file, "int main(void) {\nasm(\"hlt\"); }")
	if _, err := cprog.Load(file, cprog.Options{}); err == nil || !strings.HasSuffix(err.Error(), `f.c:2: inline assembly is not supported, but for fences and pauses: "hlt"`) {
		t.Error(err)
	}
}
