package litmus_test

import (
	"path/filepath"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/litmus"
	"dporbench/model/memory"
)

// shapes returns the tests in C of testdata.
func shapes(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/c11/*.litmus")
	if err != nil || len(paths) == 0 {
		t.Fatal("no tests in C", err)
	}
	return paths
}

// TestC11: memory orders count under the memory models of C11. Under sc, where they do not, no shape is observed.
func TestC11(t *testing.T) {
	known := verdicts(t, "testdata/c11/verdicts.csv")
	paths := shapes(t)
	if len(paths) != len(known) {
		t.Errorf("there are %d tests, and %d verdicts", len(paths), len(known))
	}
	for _, path := range paths {
		test := load(t, path)
		if got := exploreBy(t, "trust", test, algos.Options{Memory: memory.RC11}).Observation(); got != known[test.Name]["rc11"] {
			t.Errorf("%s: %s under rc11, want %s", test.Name, got, known[test.Name]["rc11"])
		}
		if got := explore(t, test, algos.Options{}).Observation(); got != "Never" {
			t.Errorf("%s: %s under sc", test.Name, got)
		}
	}
}

// races reports whether an execution has a data race.
func races(t *testing.T, test *litmus.Test, m memory.Model) bool {
	t.Helper()
	stats, err := trust(t, m).Explore(t.Context(), test.Program, nil)
	if err != nil {
		t.Fatal(test.Name, err)
	}
	return stats.Raced > 0
}

// inC is a test in C with these threads, of two variables.
func inC(threads ...string) string {
	text := "C test\n{}\n"
	for i, body := range threads {
		text += "P" + string(rune('0'+i)) + "(atomic_int *x, atomic_int *y, int *d) {\n" + body + "\n}\n"
	}
	return text + "exists "
}

// TestStatesOfGraphs: where executions are graphs, a final state has the last write of each location in mo, and the values that
// threads have read, also from older ones. Under ra and sra every access acquires and releases.
func TestStatesOfGraphs(t *testing.T) {
	writes := inC("*x = 1; *y = 2;", "*y = 1; *x = 2;") + "([x]=1 /\\ [y]=1)"
	buffering := inC("*x = 1; int r0 = *y;", "*y = 1; int r0 = *x;") + "(0:r0=0 /\\ 1:r0=0)"
	for _, c := range []struct {
		text             string
		under            memory.Model
		states, positive int
	}{
		{writes, memory.RC11, 3, 0},
		{writes, memory.RA, 4, 1},
		{writes, memory.SRA, 3, 0},
		{buffering, memory.RC11, 3, 0},
		{buffering, memory.RA, 4, 1},
	} {
		test, err := litmus.Parse("test.litmus", c.text)
		if err != nil {
			t.Fatal(err)
		}
		h := exploreBy(t, "trust", test, algos.Options{Memory: c.under})
		if len(h.States) != c.states || h.Positive != int64(c.positive) {
			t.Errorf("%s under %v: %d states, %d positive, want %d, %d", c.text, c.under, len(h.States), h.Positive, c.states, c.positive)
		}
	}
}

// TestNotC11: operations without a memory order of C11 are refused under its models, by their place, and explored under others.
func TestNotC11(t *testing.T) {
	for text, place := range map[string]string{
		inC("int r0 = READ_ONCE(*x);") + "0:r0=1":           "test.litmus:4: READ_ONCE",
		inC("smp_mb();") + "x=1":                            "test.litmus:4: smp_mb",
		inC("int r0 = atomic_add_return(1, x);") + "0:r0=1": "test.litmus:4: atomic_add_return",
		inC("int r0 = atomic_fetch_add(1, x);") + "0:r0=1":  "test.litmus:4: atomic_fetch_add",
		"X86 test\n{}\n P0 ;\n MOV [x],$1 ;\nexists [x]=1":  "test.litmus:2: assembly",
	} {
		test, err := litmus.Parse("test.litmus", text)
		if err != nil {
			t.Fatal(err)
		}
		if err := test.CheckMemory(memory.RC11); err == nil || !strings.HasPrefix(err.Error(), place+" has no memory order of C11") {
			t.Errorf("%s: refused with %v, want %s", text, err, place)
		}
		if _, err := trust(t, memory.RC11).Explore(t.Context(), test.Program, nil); err == nil {
			t.Errorf("%s: explored under rc11", text)
		}
		explore(t, test, algos.Options{Memory: memory.TSO})
	}
}

func trust(t *testing.T, m memory.Model) algos.Explorer {
	t.Helper()
	explorer, err := catalog.New("trust", algos.Options{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	return explorer
}

// TestPlain: an access of a variable that is not declared atomic is plain, and may race.
func TestPlain(t *testing.T) {
	for text, raced := range map[string]bool{
		inC("*d = 1;", "int r0 = *d;") + "1:r0=1": true,
		inC("*x = 1;", "int r0 = *x;") + "1:r0=1": false,
		inC("*d = 1; atomic_store_explicit(x, 1, memory_order_release);",
			"int r0 = atomic_load_explicit(x, memory_order_acquire); if (r0) { int r1 = *d; }") + "1:r0=1": false,
		inC("*d = 1; atomic_store_explicit(x, 1, memory_order_release);",
			"int r0 = atomic_load_explicit(x, memory_order_relaxed); if (r0) { int r1 = *d; }") + "1:r0=1": true,
		// A comparison that fails stores the value that it has seen, as any other access by *.
		inC("atomic_compare_exchange_strong(x, d, 2);", "atomic_store(x, 1); int r0 = atomic_load_explicit(d, memory_order_relaxed);") + "1:r0=1": true,
		"C test\n{}\nP0(atomic_int *x) {\n*x = 1;\n}\nP1(int *x) {\nint r0 = *x;\n}\nexists 1:r0=1":                                               true, // as each thread declares it
	} {
		test, err := litmus.Parse("test.litmus", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := races(t, test, memory.RC11); got != raced {
			t.Errorf("%s: has a race: %v", text, got)
		}
	}
}
