package equivalence_test

import (
	"context"
	"strconv"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// keys returns the keys, by each equivalence, of one execution of p for each happens-before class.
func keys(t *testing.T, p *model.Program) [][]string {
	t.Helper()
	var keyers []*equivalence.Keyer
	for _, q := range equivalence.All() {
		k := q.NewKeyer(p, memory.SC)
		defer k.Close()
		keyers = append(keyers, k)
	}
	var all [][]string
	_, err := exhaustive.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		var of []string
		for _, k := range keyers {
			key, err := k.Key(e.Events())
			if err != nil {
				return err
			}
			of = append(of, key)
		}
		all = append(all, of)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// classes counts the classes, the finest first.
func classes(all [][]string) (n [6]int) {
	for i := range n {
		seen := map[string]bool{}
		for _, of := range all {
			seen[of[i]] = true
		}
		n[i] = len(seen)
	}
	return n
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		program string
		want    [6]int // by happens-before, observed, reads-from, reads-value-from, lazy and values
	}{
		{"p: x=1 | q: x=2 | r: x=3", [6]int{6, 1, 1, 1, 6, 1}},
		{"p: x=1 | q: x=2 | r: a=x", [6]int{6, 5, 3, 3, 6, 3}}, // n·2ⁿ⁻¹+1 of the second, n+1 of the third
		{"p: x=1 | q: x=1 | r: a=x", [6]int{6, 5, 3, 2, 6, 2}},
		{"p: update x | q: update x", [6]int{2, 2, 2, 2, 2, 2}},
		{"p: lock l; unlock l | q: lock l; unlock l", [6]int{2, 2, 2, 2, 1, 1}},
		{"p: lock l; x=1; unlock l | q: lock l; x=1; unlock l", [6]int{2, 2, 2, 2, 2, 1}},
		{"p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m", [6]int{3, 3, 3, 3, 2, 2}}, // one deadlocks
		{"p: a=y; x=1 | q: b=x | r: x=1", [6]int{6, 5, 3, 3, 6, 2}},                                                 // whether p's read is in q's past
		{"p: a=choose(3)", [6]int{3, 3, 3, 3, 3, 3}},
		{"p: go { x=1 }; a=x; join | q: x=1", [6]int{6, 5, 3, 2, 6, 2}},
	} {
		if got := classes(keys(t, smallprog.MustBuild(c.program))); got != c.want {
			t.Errorf("%s: %v classes, want %v", c.program, got, c.want)
		}
	}
}

// TestLiteratureShapes: floating-read(n) has n·2ⁿ⁻¹+1 classes with observers (Aronis and others, TACAS 2018) and n+1
// by the values read; no two classes of lastzero read the same.
func TestLiteratureShapes(t *testing.T) {
	text := "r: a=x"
	threads := []string{"s", "t", "u", "v", "w"}
	for n, want := range [][6]int{{1, 1, 1, 1, 1, 1}, {2, 2, 2, 2, 2, 2}, {6, 5, 3, 3, 6, 3}, {24, 13, 4, 4, 24, 4}, {120, 33, 5, 5, 120, 5}} {
		if got := classes(keys(t, smallprog.MustBuild(text))); got != want {
			t.Errorf("%s: %v classes, want %v", text, got, want)
		}
		text += " | " + threads[n] + ": x=" + strconv.Itoa(n+1)
	}
	if got := classes(keys(t, benchmarks.LastZero(5))); got != [6]int{64, 64, 64, 64, 64, 64} {
		t.Errorf("lastzero(5): %v classes", got)
	}
}

// TestEachIsCoarser: executions with the same key by an equivalence also have the same key by all coarser ones.
func TestEachIsCoarser(t *testing.T) {
	for _, text := range []string{
		"p: x=1; y=1; a=x | q: x=2; b=y; update x | r: c=x; y=2",
		"p: go { x=1; a=x }; x=2; join | q: cas(x,2,1); b=x",
		"p: lock l; a=x; x=1; unlock l; a=y | q: lock l; y=a+1; unlock l; b=choose(2) | r: x=2",
		"p: x=new; *x=1 | q: x=new; *x=2; a=*x",
	} {
		all := keys(t, smallprog.MustBuild(text))
		for i, fine := range equivalence.All() {
			for j, coarse := range equivalence.All() {
				if equivalence.Coarser(fine, coarse) == coarse && !projects(all, i, j) {
					t.Errorf("%s: two executions are equivalent by %v, not by %v", text, fine, coarse)
				}
			}
		}
	}
}

// projects reports whether executions have the same j-th key if they have the same i-th.
func projects(all [][]string, i, j int) bool {
	coarser := map[string]string{}
	for _, of := range all {
		if known, ok := coarser[of[i]]; ok && known != of[j] {
			return false
		}
		coarser[of[i]] = of[j]
	}
	return true
}

// TestCoarser: there is a coarsest and a finest one, and Lazy is not comparable with the ones that keep the reads of
// locks.
func TestCoarser(t *testing.T) {
	for _, q := range equivalence.All() {
		for _, r := range equivalence.All() {
			c := equivalence.Coarser(q, r)
			if c != equivalence.Coarser(r, q) || equivalence.Coarser(q, c) != c || equivalence.Coarser(r, c) != c {
				t.Errorf("%v is not as coarse as %v and %v", c, q, r)
			}
		}
		if equivalence.Coarser(q, equivalence.Mazurkiewicz) != q || equivalence.Coarser(q, equivalence.Values) != equivalence.Values {
			t.Errorf("%v is not between the finest and the coarsest", q)
		}
	}
	all := keys(t, smallprog.MustBuild("p: lock l; unlock l; x=1 | q: lock l; unlock l; x=2"))
	if rf, lazy := int(equivalence.ReadsFrom), int(equivalence.Lazy); projects(all, rf, lazy) || projects(all, lazy, rf) {
		t.Error("reads-from and lazy can be compared")
	}
}

// TestNoExecution: events that are not an execution have no key by values.
func TestNoExecution(t *testing.T) {
	k := equivalence.Values.NewKeyer(smallprog.MustBuild("p: x=1"), memory.SC)
	defer k.Close()
	if _, err := k.Key([]event.Event{{Thread: 3, Index: 1}}); err == nil {
		t.Error("a thread that does not exist: no error")
	}
	if _, err := equivalence.Values.NewKeyer(smallprog.MustBuild("p: x=1"), memory.TSO).Key(nil); err == nil {
		t.Error("under tso: no error")
	}
}

// TestGraphs: where executions are graphs, only their own classes are defined; the others look at sequences, and say so.
func TestGraphs(t *testing.T) {
	p := smallprog.MustBuild("p: x=1 | q: a=x")
	for _, m := range memory.Graphs() {
		for _, q := range equivalence.All() {
			k := q.NewKeyer(p, m)
			if _, err := k.Key(nil); (err == nil) != (q == equivalence.Mazurkiewicz) {
				t.Errorf("%v under %v: error %v", q, m, err)
			}
			k.Close()
		}
	}
}
