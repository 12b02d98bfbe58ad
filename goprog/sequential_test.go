package goprog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/goprog"
	"dporbench/model"
)

// TestSequentialPrograms: random programs compute what they do when the compiler has made them. GOPROG_SEQUENTIAL is how many,
// and GOPROG_SEED the seed.
func TestSequentialPrograms(t *testing.T) {
	n, seed := number("GOPROG_SEQUENTIAL", 20), number("GOPROG_SEED", 1)
	folder := t.TempDir()
	s := &sequential{Rand: rand.New(rand.NewPCG(uint64(seed), 0))}
	source := sequentialHeader + "\nfunc g64(x float64) float64 { return x }\n"
	list := "package main\n\nimport (\n\t\"fmt\"\n\t\"generated/progs\"\n)\n\nfunc main() {\n"
	for k := range n {
		source += s.program(k)
		source += fmt.Sprintf("\nfunc R%[1]d() (text string) {\n\tdefer func() {\n\t\tif r := recover(); r != nil {\n\t\t\ttext = fmt.Sprint(\"panic \", r)\n\t\t}\n\t}()\n"+
			"\treturn F%[1]d()\n}\n\nfunc E%[1]d() { panic(strconv.Quote(R%[1]d())) }\n", k)
		list += fmt.Sprintf("\tfmt.Printf(\"%%q\\n\", progs.R%d())\n", k)
	}
	for name, text := range map[string]string{"go.mod": "module generated\n\ngo 1.26\n", "progs/progs.go": source, "main.go": list + "}\n"} {
		path := filepath.Join(folder, name)
		os.MkdirAll(filepath.Dir(path), 0o700)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", ".")
	run.Dir = folder
	out, err := run.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			t.Logf("%s", exit.Stderr)
		}
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(out)), "\n")
	p, err := goprog.LoadPackage("./progs", false, goprog.Options{Dir: folder})
	if err != nil {
		t.Fatal(err)
	}
	for k := range n {
		m, err := p.Program("E" + strconv.Itoa(k))
		if err != nil {
			t.Errorf("seed %d, F%d: %v", seed, k, err)
			continue
		}
		if got := failure(t, m); got != want[k] {
			_, text, _ := strings.Cut(source, "func F"+strconv.Itoa(k)+"()")
			text, _, _ = strings.Cut(text, "\nfunc ")
			t.Errorf("seed %d, F%d\ngot  %s\nwant %s\n%s", seed, k, got, want[k], text)
		}
	}
}

// failure is what the one execution of a program panics with.
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
