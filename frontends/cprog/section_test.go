package cprog_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/machine"
)

// TestSections compares random programs with atomic sections with an enumeration of all interleavings in
// which a section is one step: how executions end, and the final memory. The variables CPROG_PROGRAMS
// and CPROG_SEED say how many programs, and which.
func TestSections(t *testing.T) {
	otherwise := 100
	if testing.Short() {
		otherwise = 50
	}
	programs, seed := number(t, "CPROG_PROGRAMS", otherwise), number(t, "CPROG_SEED", 1)
	file := filepath.Join(t.TempDir(), "f.c")
	for k := range programs {
		p := randomSectioned(uint64(seed)<<32 + uint64(k))
		write(t, file, p.source())
		want := p.ends()
		program, err := cprog.Load(file, cprog.Options{Races: cprog.Ignore})
		if err != nil {
			t.Fatalf("program %d: %v\n%s", k, err, p.source())
		}
		for _, name := range []string{"pop", "trust"} {
			got, err := endsOf(program, name)
			if err != nil || !maps.Equal(got, want) {
				t.Fatalf("program %d by %s: %v\ngot  %v\nwant %v\n%s", k, name, err, got, want, p.source())
			}
		}
	}
}

// endsOf returns how the executions of a program end, as found by an algorithm.
func endsOf(p *model.Program, algorithm string) (map[sectionedEnd]bool, error) {
	ends := map[sectionedEnd]bool{}
	err := exploreBeside(p, algorithm, algos.Options{}, func(e *model.Execution, r *machine.Replay) error {
		if _, err := r.Run(e.Events()); err != nil {
			return err
		}
		end := sectionedEnd{outcome: stuckAsOne(e.Outcome())}
		for x := range end.memory {
			end.memory[x] = r.Value(int32(x))
		}
		ends[end] = true
		return nil
	})
	return ends, err
}

// TestSectionsRefused: unsupported atomic sections are refused.
func TestSectionsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	const wait = "f.c:2: an atomic section that waits for other threads, or wakes or starts them, or ends its own is not supported"
	const number = "the number -6829445698039070421 is not supported"
	for text, want := range map[string]string{
		"long x = -6829445698039070421; int main() { __VERIFIER_atomic_begin(); }":                                                                  number,
		"long x; int main() { __VERIFIER_atomic_begin(); x = -6829445698039070421; }":                                                               "f.c:2: " + number,
		"#include <pthread.h>\npthread_mutex_t m; void __VERIFIER_atomic_f(void) { pthread_mutex_lock(&m); } int main() { __VERIFIER_atomic_f(); }": strings.Replace(wait, "2", "3", 1),
		"int main() { __VERIFIER_atomic_begin(); exit(1); }":                                                                                        wait,
		"int main() { __VERIFIER_atomic_end(); }":                                                                                                   "f.c:2: the end of an atomic section that has not begun",
		"void __VERIFIER_atomic_begin() {} int main() { __VERIFIER_atomic_begin(); }":                                                               "f.c:2: __VERIFIER_atomic_begin is defined in the file: it must only be declared",
	} {
		write(t, file, "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), exit(int);\n"+text)
		if err := runOnce(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
	write(t, file, "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); int x; int main() { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); }")
	p, err := cprog.Load(file, cprog.Options{Races: cprog.Ignore})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []model.Memory{model.TSO, model.PSO, model.GenMCTSO, model.CommutingSC} {
		pop, err := catalog.New("pop", algos.Options{Memory: m})
		if err != nil {
			t.Fatal(err)
		}
		const want = "f.c:1: atomic sections, and atomic accesses to more than 8 bytes, are supported under sequential consistency only"
		if _, err := pop.Explore(context.Background(), p, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("under %v: %v, want %s", m, err, want)
		}
	}
}

// TestWithSections: an empty section, which makes every access wait until no section holds the variable, does not
// change the executions of a file.
func TestWithSections(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	for _, original := range files(t, "testdata/features/*.c") {
		want, options := expectation(t, original)
		text, err := os.ReadFile(original)
		if err != nil {
			t.Fatal(err)
		}
		with := strings.Replace(string(text), "int main(void) {", "int main(void) { __VERIFIER_atomic_begin(); __VERIFIER_atomic_end();", 1)
		if with == string(text) {
			continue
		}
		write(t, file, with)
		if got, err := explore("pop", file, options); err != nil || got != want {
			t.Errorf("%s: %+v, want %+v, error %v", original, got, want, err)
		}
	}
}
