package robust

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/front"
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

// TestOrders: the smallest sets of stronger orders and fences, for classical programs under rc11.
func TestOrders(t *testing.T) {
	for _, c := range []struct{ program, sets string }{
		{"p: relaxed x=1; relaxed y=1 | q: acquire a=y; relaxed b=x", "release p relaxed y = 1; fence p relaxed x = 1"},
		{"p: relaxed x=1; release y=1 | q: relaxed a=y; relaxed b=x", "acquire q relaxed y; fence q relaxed y"},
		{"p: relaxed x=1; release y=1 | q: acquire a=y; relaxed b=x", ""},
		{"p: x=1; a=y | q: release y=1; b=x", "seq_cst q release y = 1; fence q release y = 1"},
		{"p: release x=1; acquire a=y | q: release y=1; acquire b=x", "fence p release x = 1, fence q release y = 1"},
		{"p: relaxed x=1; release y=2 | q: y=1; x=2", "fence p relaxed x = 1"},
		{"p: relaxed a=x; relaxed y=1 | q: relaxed b=y; relaxed x=1", ""}, // load buffering is forbidden
		{"p: lock l; relaxed x=1; relaxed a=y; unlock l | q: lock l; relaxed y=1; relaxed b=x; unlock l", ""},
	} {
		s := search(t, c.program)
		s.Settings.Memory = memory.RC11
		answer, err := s.Find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := textOf(answer.Stronger); got != c.sets || (answer.Violation == nil) != (c.sets == "") {
			t.Errorf("%s: sets %q, want %q, violation %v", c.program, got, c.sets, answer.Violation != nil)
		}
	}
}

func textOf(sets [][]front.Strengthening) string {
	var all []string
	for _, set := range sets {
		var one []string
		for _, s := range set {
			by := s.Order.String()
			if s.Fence {
				by = "fence"
			}
			one = append(one, by+" "+s.Thread+" "+s.Text)
		}
		all = append(all, strings.Join(one, ", "))
	}
	return strings.Join(all, "; ")
}

// TestSmallest: the sets found for random programs are the smallest among all operations, not only those on cycles.
func TestSmallest(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 12
	}
	r := rand.New(rand.NewPCG(2, 0))
	sets := 0
	for range n {
		p := smallprog.Classical(r, smallprog.Mixes()[r.IntN(4)])
		s := search(t, p.String())
		s.Settings.Memory = memory.RC11
		answer, err := s.Find(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(answer.Stronger) == 0 {
			continue
		}
		sets++
		built, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		every, err := newFound(built, memory.RC11)
		if err != nil {
			t.Fatal(err)
		}
		err = s.explore(t.Context(), built, func(_ int64, e *model.Execution) error {
			return every.add(e.Events(), slices.Repeat([]bool{true}, len(e.Events())))
		})
		every.Close()
		if err != nil {
			t.Fatal(err)
		}
		for size := 1; size < len(answer.Stronger[0]); size++ {
			smaller := &Answer{}
			if err := s.trySets(t.Context(), smaller, every.options, size); err != nil || len(smaller.Stronger) > 0 {
				t.Errorf("%v: sets of %d, but %s is smaller; error %v", p, len(answer.Stronger[0]), textOf(smaller.Stronger), err)
			}
		}
	}
	if sets < n/10 {
		t.Errorf("only %d of %d programs have more executions than under sc", sets, n)
	}
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
		for _, set := range answer.Stronger {
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
	if len(answer.Stronger) != 1 || len(answer.Stronger[0]) != 1 || !strings.HasPrefix(answer.Stronger[0][0].Place, "dekker.go:") {
		t.Errorf("fences %v, want one place in dekker.go", answer.Stronger)
	}
}

func classical(c smallprog.Choices) smallprog.Program {
	return smallprog.Classical(c, smallprog.MixAll)
}

func ordered(c smallprog.Choices) smallprog.Program {
	return smallprog.Sectioned(c, smallprog.Ordered(c, smallprog.Buffered(c), smallprog.MixAll))
}

// TestIsSC: exactly as many executions under a weaker memory model are sequentially consistent as there are executions under SC.
func TestIsSC(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 30
	}
	r := rand.New(rand.NewPCG(1, 0))
	for range n {
		for _, kind := range []struct {
			random func(smallprog.Choices) smallprog.Program
			weak   memory.Model
		}{
			{smallprog.Buffered, memory.TSO}, {smallprog.Random, memory.TSO},
			{classical, memory.RC11}, {classical, memory.RA}, {ordered, memory.RC11},
		} {
			p := kind.random(r)
			counts := map[string]int{}
			for _, m := range []memory.Model{memory.SC, kind.weak} {
				explorer, err := catalog.New("trust", algos.Options{Memory: m})
				if err != nil {
					t.Fatal(err)
				}
				_, err = explorer.Explore(context.Background(), p.Build(), func(e *model.Execution) error {
					counts[fmt.Sprint(m == memory.SC, orderOf(e.Events()).cyclic() == nil)]++
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if counts["true false"] > 0 || counts["true true"] != counts["false true"] {
				t.Errorf("%v under %v: %v", p, kind.weak, counts)
			}
		}
	}
}
