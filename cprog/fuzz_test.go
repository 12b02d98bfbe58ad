package cprog_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/cprog"
	"dporbench/model"
)

// FuzzLoad: whatever the file says, loading and running it return, and do not panic.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/features/*.c", "testdata/unsupported/*.c", "testdata/benchmarks/*.c"} {
		seeds, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, seed := range seeds {
			text, err := os.ReadFile(seed)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Add("int main() { for (;;) ; }")
	f.Add("int f(int n) { return f(n + 1); } int main() { return f(0); }")
	f.Add("int a[10]; int main() { return a[1000]; }")
	f.Add("#define A B B\n#define B A A\nint main() { A }")
	f.Add("#include \"/dev/zero\"\nint main() { }")
	f.Add("int main() { return *(int *)12345678901234; }")
	f.Add("int main() { ((void (*)(void))1)(); }")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "f.c")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := cprog.Load(file, cprog.Options{
			Define: []string{"N=2"},
			Limits: cprog.Limits{Instructions: 10_000, Memory: 1 << 16, Variables: 1 << 10, Depth: 50},
		})
		if err != nil {
			return
		}
		pop, err := catalog.New("pop", algos.Options{MaxSteps: 1000})
		if err != nil {
			t.Fatal(err)
		}
		executions := 0
		_, _ = pop.Explore(context.Background(), p, func(*model.Execution) error {
			if executions++; executions == 20 {
				return algos.ErrStop
			}
			return nil
		})
	})
}
