package cprog_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
)

// FuzzLoad: whatever the file contains, loading and running it return and do not panic.
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
	f.Fuzz(func(t *testing.T, text string) { loadAndRun(t, text) })
}

// loadAndRun panics after a minute: the fuzzer then keeps the input, which it does not of one that merely takes long.
func loadAndRun(t *testing.T, text string) {
	late := time.AfterFunc(time.Minute, func() { panic("this does not end:\n" + text) })
	defer late.Stop()
	file := filepath.Join(t.TempDir(), "f.c")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := cprog.Load(file, cprog.Options{
		Define: []string{"N=2"}, Leaks: cprog.Lost,
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
}

// TestMangled loads and runs files in which words have been dropped, doubled and
// exchanged.
func TestMangled(t *testing.T) {
	random, mangled := rand.New(rand.NewPCG(1, 2)), 10
	if testing.Short() {
		mangled = 2
	}
	word := regexp.MustCompile(`\w+|\s+|.`)
	for _, file := range files(t, "testdata/features/*.c") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words := word.FindAllString(string(text), -1)
		for range mangled {
			w := slices.Clone(words)
			for range 1 + random.IntN(3) {
				i, j := random.IntN(len(w)), random.IntN(len(w))
				switch random.IntN(4) {
				case 0:
					w[i] = ""
				case 1:
					w[i] += " " + w[i]
				case 2:
					w[i], w[j] = w[j], w[i]
				default:
					w[i] = w[j]
				}
			}
			loadAndRun(t, strings.Join(w, ""))
		}
	}
}
