package robust

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/memory"
)

func search(t *testing.T, text string, args ...string) Search {
	t.Helper()
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := r.Algorithm("trust")
	s := explore.Defaults()
	s.Memory = memory.TSO
	return Search{func() (program.Program, error) { return arguments.Parse(r, append([]string{text}, args...)) }, a, s}
}

// TestFences: fences are suggested at the right places, and nowhere if the program is robust.
func TestFences(t *testing.T) {
	for _, c := range []struct{ program, fences string }{
		{"p: x=1; a=y | q: y=1; b=x", "p x = 1, q y = 1"},
		{"p: x=1; fence; a=y | q: y=1; b=x", "q y = 1"},
		{"p: x=1; fence; a=y | q: y=1; fence; b=x", ""},
		{"p: x=1; y=1 | q: a=y; b=x", ""},
		{"p: x=1; a=x; b=y | q: y=2; x=2", "p x = 1"},
		{"p: x=1; update z; a=y | q: y=1; update z; b=x", ""},
		{"p: z=1; x=1; a=y | q: y=1; b=x", "p x = 1, q y = 1"},
	} {
		answer, err := search(t, c.program).Find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var sets []string
		for _, set := range answer.Fences {
			var sites []string
			for _, s := range set {
				sites = append(sites, s.Thread+" "+s.Text)
			}
			sets = append(sets, strings.Join(sites, ", "))
		}
		if got := strings.Join(sets, "; "); got != c.fences || (answer.Violation == nil) != (c.fences == "") {
			t.Errorf("%s: fences %q, want %q, violation %v", c.program, got, c.fences, answer.Violation != nil)
		}
	}
}

// TestSourcePlaces: for a benchmark, fences are named by lines of its source.
func TestSourcePlaces(t *testing.T) {
	answer, err := search(t, "dekker", "1").Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(answer.Fences) != 1 || len(answer.Fences[0]) != 1 || !strings.HasPrefix(answer.Fences[0][0].Place, "dekker.go:") {
		t.Errorf("fences %v, want one place in dekker.go", answer.Fences)
	}
}

// TestIsSC: exactly as many executions under TSO are sequentially consistent as there are executions under SC.
func TestIsSC(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 30
	}
	r := rand.New(rand.NewPCG(1, 0))
	for range n {
		for _, random := range []func(smallprog.Choices) smallprog.Program{smallprog.Buffered, smallprog.Random} {
			p := random(r)
			counts := map[string]int{}
			for _, m := range []memory.Model{memory.SC, memory.TSO} {
				explorer, err := catalog.New("trust", algos.Options{Memory: m})
				if err != nil {
					t.Fatal(err)
				}
				_, err = explorer.Explore(context.Background(), p.Build(), func(e *model.Execution) error {
					counts[fmt.Sprint(m, isSC(e.Events()))]++
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if counts["sc false"] > 0 || counts["sc true"] != counts["tso true"] {
				t.Errorf("%v: %v", p, counts)
			}
		}
	}
}
