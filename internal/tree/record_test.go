package tree_test

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
	"dporbench/internal/tree"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/trace"
)

// reversing are the algorithms that reverse races of sequences.
var reversing = map[string]bool{
	"fgdpor": true, "source": true, "optimal": true, "pop-naive": true, "pop-lazy": true, "pop-expressions": true, "pop": true,
}

// scheduling are the reversing algorithms whose schedules lead up to the second event.
var scheduling = map[string]bool{"optimal": true, "pop-naive": true, "pop-lazy": true, "pop-expressions": true, "pop": true}

// reasons are phrases that some algorithms use about an event that is asleep.
var reasons = map[string]string{
	"pop": "⟩ comes before ⟨", "pop-lazy": "⟩ comes before ⟨", "pop-expressions": " ▷ ", "pop-naive": "⟩ has been explored in place of ",
	"optimal": "nothing that depends on it", "source": "nothing that depends on it",
	"fgdpor": "nothing that depends on it", "sleepset": "nothing that depends on it", "trust": "nothing sleeps",
}

// TestRecord checks the trees of random programs, by each algorithm.
func TestRecord(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 12
	}
	for _, a := range catalog.All() {
		for name, random := range map[string]func(smallprog.Choices) smallprog.Program{
			"random": smallprog.Random, "contended": smallprog.Contended, "accesses": smallprog.Accesses, "rich": smallprog.Rich, "making": smallprog.Making,
		} {
			t.Run(a.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(7, 0))
				for i := range n {
					p := random(r)
					o := algos.Options{Order: algos.Orders()[i%3], Seed: uint64(i)}
					checkRecord(t, p, a, o)
					if t.Failed() {
						t.Fatalf("program %v, order %v, seed %d", p, o.Order, o.Seed)
					}
				}
			})
		}
	}
}

func checkRecord(t *testing.T, program smallprog.Program, a catalog.Algorithm, o algos.Options) {
	p := program.Build()
	stats, err := a.New(o).Explore(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if stats.Executions+stats.Redundant > 400 {
		return
	}
	got, err := tree.Record(t.Context(), p, a, o, tree.Keep{})
	if err != nil {
		t.Fatal(err)
	}
	if !got.Complete || got.More != 0 {
		t.Errorf("complete %v, %d more", got.Complete, got.More)
	}
	count := map[algos.Ending]int64{}
	classes := map[string]bool{}
	known := map[*tree.Leaf]bool{}
	roots := 0
	for _, l := range got.Leaves {
		known[l] = true
	}
	for i, l := range got.Leaves {
		count[l.Ending]++
		if l.Ending == algos.Executed {
			classes[l.Key] = true
			if l.Number != count[algos.Executed] {
				t.Errorf("execution %d has number %d", count[algos.Executed], l.Number)
			}
		}
		if l.Parent == nil {
			roots++
			continue
		}
		if !known[l.Parent] {
			t.Fatalf("leaf %d has a parent that is not in the tree", i)
		}
		if problem := checkBranch(l, a.Name); problem != "" {
			t.Errorf("leaf %d: %s", i, problem)
		}
	}
	if roots != 1 || count[algos.Executed] != stats.Executions || count[algos.Redundant] != stats.Redundant {
		t.Errorf("%d roots; endings %v, stats %+v", roots, count, stats)
	}
	if a.ExactlyOnce && int64(len(classes)) != stats.Executions {
		t.Errorf("%d classes, %d executions", len(classes), stats.Executions)
	}
	if a.Optimal && count[algos.Redundant]+count[algos.Known] > 0 {
		t.Errorf("endings %v", count)
	}
}

// checkBranch describes the problem of a leaf that has a parent, or returns "".
func checkBranch(l *tree.Leaf, algorithm string) string {
	if l.At > len(l.Steps) || l.At > len(l.Parent.Steps) {
		return fmt.Sprintf("branches off at %d, of %d steps, of the parent's %d", l.At, len(l.Steps), len(l.Parent.Steps))
	}
	for i := range l.At {
		if !same(l.Steps[i].Event, l.Parent.Steps[i].Event) {
			return fmt.Sprintf("step %d of %d is another one in the parent", i, l.At)
		}
	}
	if algorithm != "trust" && l.At < len(l.Steps) && l.At < len(l.Parent.Steps) && same(l.Steps[l.At].Event, l.Parent.Steps[l.At].Event) {
		return fmt.Sprintf("goes the parent's way after %d steps", l.At)
	}
	for _, s := range l.Sleeping {
		if s.At > len(l.Steps) || !strings.Contains(s.Reason, reasons[algorithm]) || strings.HasSuffix(s.Reason, ": ") {
			return fmt.Sprintf("%v sleeps after %d steps of %d, reason %q", s.Event, s.At, len(l.Steps), s.Reason)
		}
	}
	if !reversing[algorithm] && algorithm != "trust" {
		if l.Race != nil || l.Schedule != 0 {
			return "reverses a race"
		}
		return ""
	}
	if l.Race == nil {
		return "reverses no race"
	}
	return checkRace(l, algorithm)
}

func checkRace(l *tree.Leaf, algorithm string) string {
	r := l.Race
	if r.First >= len(r.Leaf.Steps) || r.Second <= r.First && algorithm != "trust" {
		return fmt.Sprintf("race of %d and %d", r.First, r.Second)
	}
	first, second := r.Leaf.Steps[r.First].Event, r.Event.Event
	if !event.Dependent(first, second) || (first.Thread == second.Thread) != (first.Kind == event.Choice) || r.Event.Text == "" {
		return fmt.Sprintf("no race: %v, %v", first, second)
	}
	if r.Second < len(r.Leaf.Steps) && !same(r.Leaf.Steps[r.Second].Event, second) {
		return fmt.Sprintf("%v is not at %d", second, r.Second)
	}
	switch {
	case algorithm == "trust":
		return ""
	case algorithm == "optimal" && (r.First > l.At || len(l.Steps) < r.First):
		return fmt.Sprintf("branches off at %d, first event at %d", l.At, r.First)
	case algorithm != "optimal" && (r.First != l.At || r.Leaf != l.Parent):
		return fmt.Sprintf("branches off at %d, first event at %d", l.At, r.First)
	case l.Schedule == 0:
		return "no schedule"
	case !scheduling[algorithm] || l.Ending == algos.Blocked:
		return ""
	}
	end := l.At + l.Schedule
	if head := l.Steps[end-1].Event; algorithm != "optimal" && !same(head, second) {
		return fmt.Sprintf("the schedule ends with %v, not with %v", head, second)
	}
	at := position(l.Steps[:end], second)
	if at < 0 || position(l.Steps[:at], first) >= 0 {
		return "the race is not reversed"
	}
	return ""
}

func position(steps []trace.Step, e event.Event) int {
	return slices.IndexFunc(steps, func(s trace.Step) bool { return same(s.Event, e) })
}

func same(a, b event.Event) bool {
	return a.Thread == b.Thread && a.Index == b.Index && (a.Kind != event.Choice || a.Object == b.Object)
}

// TestKeep checks that kept leaves come with those they branch off from, and that
// the rest are counted.
func TestKeep(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; y=1 | q: a=x; b=y | r: y=2; x=2")
	for _, a := range catalog.All() {
		all := record(t, p, a, tree.Keep{})
		for _, c := range []struct {
			keep     tree.Keep
			complete bool
		}{{tree.Keep{First: 3}, true}, {tree.Keep{Only: 4}, true}, {tree.Keep{First: 3, Stop: true}, false}, {tree.Keep{Only: 4, Stop: true}, false}} {
			got := record(t, p, a, c.keep)
			if got.Complete != c.complete {
				t.Errorf("%s, %+v: complete %v", a.Name, c.keep, got.Complete)
			}
			total := got.More
			found := false
			for i, l := range got.Leaves {
				if l.Number > 0 {
					total++
				}
				found = found || l.Number == 4
				if c.keep.First > 0 && i < 3 && len(l.Steps) != len(all.Leaves[i].Steps) {
					t.Errorf("%s, %+v: leaf %d is another one", a.Name, c.keep, i)
				}
				if l.Parent != nil {
					if problem := checkBranch(l, a.Name); problem != "" {
						t.Errorf("%s, %+v: leaf %d: %s", a.Name, c.keep, i, problem)
					}
				}
			}
			if c.complete && total != executions(all) || !c.complete && total >= executions(all) {
				t.Errorf("%s, %+v: %d executions of %d", a.Name, c.keep, total, executions(all))
			}
			if c.keep.Only > 0 && !found {
				t.Errorf("%s, %+v: execution 4 is missing", a.Name, c.keep)
			}
		}
	}
}

func record(t *testing.T, p *model.Program, a catalog.Algorithm, keep tree.Keep) *tree.Tree {
	t.Helper()
	got, err := tree.Record(t.Context(), p, a, algos.Options{}, keep)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func executions(r *tree.Tree) int64 {
	n := r.More
	for _, l := range r.Leaves {
		if l.Number > 0 {
			n++
		}
	}
	return n
}

// TestRecordStops checks the recorded tree when the time is up.
func TestRecordStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	pop, _ := catalog.Lookup("pop")
	got, err := tree.Record(ctx, smallprog.MustBuild("p: x=1 | q: x=2"), pop, algos.Options{}, tree.Keep{})
	if err != nil || got.Complete || len(got.Leaves) != 0 {
		t.Errorf("got %+v, error %v", got, err)
	}
}

func TestNoTree(t *testing.T) {
	a, _ := catalog.Lookup("randomwalk")
	_, err := tree.Record(t.Context(), smallprog.MustBuild("p: x=1 | q: a=x"), a, algos.Options{}, tree.Keep{})
	if err == nil || err.Error() != "it samples: its executions make no tree" {
		t.Errorf("error %v", err)
	}
}
