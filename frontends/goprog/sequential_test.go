package goprog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
)

const (
	inBatch = 500 // programs compiled together
	inGroup = 20  // programs executed together, since initialising packages takes longer
)

// TestSequentialPrograms: random programs compute the same when explored as when compiled. GOPROG_SEQUENTIAL is their number,
// and GOPROG_SEED the seed of the first batch.
func TestSequentialPrograms(t *testing.T) {
	otherwise := 2 * inGroup
	if testing.Short() {
		otherwise = inGroup
	}
	n, seed := number("GOPROG_SEQUENTIAL", otherwise), number("GOPROG_SEED", 1)
	if n <= inBatch {
		compareSequential(t, n, uint64(seed))
		return
	}
	var compared atomic.Int64
	limit := make(chan bool, runtime.GOMAXPROCS(0))
	for at := 0; at < n; at += inBatch {
		batch, seed := min(inBatch, n-at), seed+at/inBatch
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			limit <- true
			defer func() { <-limit }()
			// An explored program keeps its memory, so each batch has a process of its own; little of that is garbage.
			c := exec.Command(os.Args[0], "-test.run=^TestSequentialPrograms$", "-test.timeout=0")
			c.Env = append(os.Environ(), fmt.Sprint("GOPROG_SEQUENTIAL=", batch), fmt.Sprint("GOPROG_SEED=", seed), "GOGC=400")
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
			t.Logf("%d programs compared", compared.Add(int64(batch)))
		})
	}
}

// compareSequential compares n programs.
func compareSequential(t *testing.T, n int, seed uint64) {
	t.Helper()
	folder := t.TempDir()
	defer os.RemoveAll(folder)
	source := writeSequential(t, folder, n, seed)
	// Without inlining and debug information it compiles in half the time, and only once if everyone asks for the same.
	t.Setenv("GOFLAGS", "'-gcflags=generated/progs=-l -dwarf=false'")
	run := exec.Command("go", "run", "-ldflags=-w", ".")
	run.Dir = folder
	out, err := run.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			t.Logf("%s", exit.Stderr)
		}
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(out)), "\n")
	// There is only one execution, so there is nothing to settle.
	p, err := goprog.LoadPackage("./progs", false, goprog.Options{Dir: folder, Settle: 1})
	if err != nil {
		t.Fatal(err)
	}
	for group := range slices.Chunk(numbers(n), inGroup) {
		together := computed(t, p, "All"+strconv.Itoa(group[0]/inGroup))
		if together == strings.Join(want[group[0]:group[len(group)-1]+1], "\n") {
			continue
		}
		for _, k := range group {
			if got := computed(t, p, "E"+strconv.Itoa(k)); got != want[k] {
				_, text, _ := strings.Cut(source, "func F"+strconv.Itoa(k)+"()")
				text, _, _ = strings.Cut(text, "\nfunc ")
				t.Errorf("seed %d, F%d\ngot  %s\nwant %s\n%s", seed, k, got, want[k], text)
			}
		}
		if !t.Failed() {
			t.Errorf("seed %d: programs %v differ together, but not one by one: %s", seed, group, together)
		}
	}
}

func numbers(n int) []int {
	all := make([]int, n)
	for k := range all {
		all[k] = k
	}
	return all
}

// writeSequential writes a module with n programs: R<k> returns what a program computes or panics with, E<k> panics with that, and
// All<k> with that of a group.
func writeSequential(t *testing.T, folder string, n int, seed uint64) (source string) {
	t.Helper()
	s := &sequential{Rand: rand.New(rand.NewPCG(seed, 0))}
	source = strings.Replace(sequentialHeader, "import (", "import ("+libraryImports, 1) + libraryHelpers
	list := "package main\n\nimport (\n\t\"fmt\"\n\t\"generated/progs\"\n)\n\nfunc main() {\n"
	for group := range slices.Chunk(numbers(n), inGroup) {
		var together []string
		for _, k := range group {
			source += s.program(k)
			source += fmt.Sprintf("\nfunc R%[1]d() (text string) {\n\tdefer func() {\n\t\tif r := recover(); r != nil {\n\t\t\ttext = strconv.Quote(fmt.Sprint(\"panic \", r))\n\t\t}\n\t}()\n"+
				"\treturn strconv.Quote(F%[1]d())\n}\n\nfunc E%[1]d() { panic(R%[1]d()) }\n", k)
			list += fmt.Sprintf("\tfmt.Println(progs.R%d())\n", k)
			together = append(together, fmt.Sprintf("R%d()", k))
		}
		source += fmt.Sprintf("\nfunc All%d() { panic(strings.Join([]string{%s}, \"\\n\")) }\n", group[0]/inGroup, strings.Join(together, ", "))
	}
	for name, text := range map[string]string{"go.mod": "module generated\n\ngo 1.26\n", "progs/progs.go": source, "main.go": list + "}\n"} {
		path := filepath.Join(folder, name)
		os.MkdirAll(filepath.Dir(path), 0o700)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return source
}

// computed returns what a function panics with, or why it cannot be executed.
func computed(t *testing.T, p *goprog.Package, function string) string {
	t.Helper()
	m, err := p.Program(function)
	if err != nil {
		return err.Error()
	}
	return failure(t, m)
}

// failure returns what the one execution of a program panics with.
func failure(t *testing.T, m *model.Program) (text string) {
	t.Helper()
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := explorer.Explore(context.Background(), m, func(e *model.Execution) error {
		_, text, _ = strings.Cut(e.Failure(), "panic: ")
		return nil
	}); err != nil {
		return err.Error()
	}
	return text
}
