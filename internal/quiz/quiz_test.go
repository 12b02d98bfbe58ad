package quiz

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/internal/steps"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// programs calls try with random small programs whose exploration by POP is short.
func programs(t *testing.T, n int, try func(text string, p *model.Program)) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 55))
	for n > 0 {
		small := smallprog.Random(r)
		p := small.Build()
		if all := visited(t, p, "pop"); len(all) > 60 {
			continue
		}
		n--
		try(small.String(), p)
	}
}

func visited(t *testing.T, p *model.Program, algorithm string) (all [][]event.Event) {
	t.Helper()
	a, _ := catalog.Lookup(algorithm)
	_, err := a.New(algos.Options{}).Explore(t.Context(), p, func(e *model.Execution) error {
		all = append(all, slices.Clone(e.Events()))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// finder notes the reports of an algorithm, without package steps.
type finder struct {
	found []algos.Reversal
	ended []algos.Ending
}

func (f *finder) Found(r algos.Reversal) {
	r.E = slices.Clone(r.E)
	f.found = append(f.found, r)
}
func (f *finder) Begun(_, _ []event.Event)                               {}
func (f *finder) Asleep(_ []event.Event, _ event.Event, _ func() string) {}
func (f *finder) Ended(_ []event.Event, end algos.End)                   { f.ended = append(f.ended, end.How) }

// TestReversed: the right options are the races that the algorithm reports, and an execution that is named contains the other order.
func TestReversed(t *testing.T) {
	asked := 0
	programs(t, 15, func(program string, p *model.Program) {
		for _, name := range []string{"source", "optimal", "pop"} {
			a, _ := catalog.Lookup(name)
			executions := visited(t, p, name)
			seen := &finder{}
			if _, err := a.New(algos.Options{Observer: seen}).Explore(t.Context(), p, nil); err != nil {
				t.Fatal(err)
			}
			for n := range 4 {
				q, err := Make(p, memory.SC, a, Reversed, n)
				if err != nil {
					continue
				}
				asked++
				checkReversed(t, program, q, executions, seen.found)
			}
		}
	})
	if asked < 80 {
		t.Errorf("%d questions", asked)
	}
}

var (
	ofExecution = regexp.MustCompile(`^This is execution (\d+) of`)
	elsewhere   = regexp.MustCompile(`Execution (\d+) has`)
)

func checkReversed(t *testing.T, program string, q *Question, executions [][]event.Event, found []algos.Reversal) {
	t.Helper()
	number, _ := strconv.Atoi(ofExecution.FindStringSubmatch(q.Text)[1])
	e := executions[number-1]
	for _, o := range q.Options {
		first, second := e[o.Race[0]], e[o.Race[1]]
		want := slices.ContainsFunc(found, func(r algos.Reversal) bool {
			return event.StartsWith(e, r.E) && event.Same(r.First, first) && event.Same(r.Second, second) && event.Find(r.E, second) < len(r.E)
		})
		if o.Right != want {
			t.Errorf("%s, %s: execution %d, %s: right is %v, want %v", program, q.Algorithm, number, o.Text, o.Right, want)
		}
		m := elsewhere.FindStringSubmatch(o.Why)
		if o.Right || m == nil {
			if !o.Right && q.Algorithm == "pop" && !strings.Contains(o.Why, "event") {
				t.Errorf("%s: no reason for %s: %q", program, o.Text, o.Why)
			}
			continue
		}
		n, _ := strconv.Atoi(m[1])
		if other := executions[n-1]; event.Find(other, second) >= event.Find(other, first) {
			t.Errorf("%s, %s: %s, but execution %d has them in the same order", program, q.Algorithm, o.Why, n)
		}
	}
}

// TestCompare: two executions are called equivalent if and only if their keys are the same, and the events named are dependent or not,
// as is said.
func TestCompare(t *testing.T) {
	counts := map[string]int{}
	programs(t, 30, func(program string, p *model.Program) {
		r := rand.New(rand.NewPCG(1, 2))
		all := visited(t, p, "exhaustive")
		for range 12 {
			a, b := all[r.IntN(len(all))], shuffled(r, slices.Clone(all[r.IntN(len(all))]))
			first, second := traceOf(t, p, a), traceOf(t, p, b)
			d := Compare(p, first, second)
			if d.Same != (p.ClassKey(a) == p.ClassKey(b)) {
				t.Errorf("%s: %v and %v: %+v", program, a, b, d)
			}
			kind := "differs"
			switch {
			case d.Same:
				kind = "same"
			case strings.Contains(d.Text, "are dependent"):
				kind = "order"
				names := strings.SplitN(strings.SplitN(d.Text, " are dependent", 2)[0], " and ", 2)
				if !dependentIn(first, names) && !dependentIn(second, names) {
					t.Errorf("%s: %s", program, d.Text)
				}
			}
			counts[kind]++
		}
	})
	if counts["same"] < 20 || counts["order"] < 20 {
		t.Errorf("%v", counts)
	}
}

func traceOf(t *testing.T, p *model.Program, events []event.Event) trace.Trace {
	t.Helper()
	shown, err := trace.Of(p, memory.SC, events)
	if err != nil {
		t.Fatal(err)
	}
	return shown
}

// dependentIn reports whether a trace has dependent events with these names.
func dependentIn(t trace.Trace, names []string) bool {
	for i := range t.Steps {
		for j := range t.Steps[:i] {
			if slices.Contains(names, text(t, i)) && slices.Contains(names, text(t, j)) && event.Dependent(t.Steps[j].Event, t.Steps[i].Event) {
				return true
			}
		}
	}
	return false
}

// TestBlocked: as many explorations are given up as the algorithm counts, and the reason names an event.
func TestBlocked(t *testing.T) {
	given, whole := 0, 0
	programs(t, 15, func(program string, p *model.Program) {
		for _, name := range []string{"sleepset", "source", "optimal"} {
			a, _ := catalog.Lookup(name)
			stats, err := a.New(algos.Options{}).Explore(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			x := &maker{program: p}
			if err := x.record(a); err != nil {
				t.Fatal(err)
			}
			if !x.Complete {
				continue
			}
			blocked, reached := x.branches()
			if int64(len(blocked)) != stats.Redundant || int64(len(reached)) != stats.Executions-1 {
				t.Errorf("%s, %s: %d given up and %d more executions, and the algorithm counts %d and %d", program, name, len(blocked), len(reached), stats.Redundant, stats.Executions-1)
			}
			for _, b := range slices.Concat(blocked, reached) {
				q, err := x.ask(b)
				if err != nil {
					t.Fatal(err)
				}
				if q.Options[0].Right != b.blocked || b.blocked && !strings.Contains(q.Answer, "is asleep after") || !b.blocked && !strings.Contains(q.Answer, "is reached") {
					t.Errorf("%s, %s: %+v", program, name, q)
				}
			}
			given, whole = given+len(blocked), whole+len(reached)
		}
	})
	if given < 20 || whole < 20 {
		t.Errorf("%d given up, %d whole", given, whole)
	}
}

// TestRejected: as many schedules are rejected as POP reports.
func TestRejected(t *testing.T) {
	rejected := 0
	programs(t, 150, func(program string, p *model.Program) {
		a, _ := catalog.Lookup("pop")
		seen := &finder{}
		if _, err := a.New(algos.Options{Observer: seen}).Explore(t.Context(), p, nil); err != nil {
			t.Fatal(err)
		}
		x := &maker{program: p}
		if err := x.record(a); err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, how := range seen.ended {
			if how == algos.Blocked {
				want++
			}
		}
		given, _ := x.branches()
		if x.Complete && len(given) != want {
			t.Errorf("%s: %d rejected, and POP reports %d", program, len(given), want)
		}
		rejected += want
	})
	if rejected == 0 {
		t.Error("no schedule was rejected")
	}
}

// TestRepeats: the same number makes the same question, every kind makes several, and there is a reason where there is none.
func TestRepeats(t *testing.T) {
	p, err := smallprog.Build("p: x=1; a=x | q: a=y; x=1 | r: a=x")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := catalog.Lookup("source")
	for _, kind := range Kinds() {
		different := map[string]bool{}
		for n := range 12 {
			q, err := Make(p, memory.SC, a, kind, n)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := Make(p, memory.SC, a, kind, n)
			if fmt.Sprint(*q) != fmt.Sprint(*again) {
				t.Errorf("%s %d is two questions", kind, n)
			}
			different[fmt.Sprint(q.Text, q.Pictures)] = true
		}
		if len(different) < 3 {
			t.Errorf("%s makes %d questions", kind, len(different))
		}
	}
	alone, err := smallprog.Build("p: x=1")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range append(Kinds(), "other") {
		if q, err := Make(alone, memory.SC, a, kind, 0); err == nil {
			t.Errorf("%s: %+v", kind, q)
		}
	}
	if steps.Supports("trust") {
		trust, _ := catalog.Lookup("trust")
		if q, err := Make(p, memory.SC, trust, Reversed, 0); err != nil || q.Algorithm != "pop" {
			t.Errorf("of trust: %+v, %v", q, err)
		}
	}
}

// TestLarge: of a program whose recording ends early, nothing is said that holds for the recorded part only.
func TestLarge(t *testing.T) {
	for _, name := range []string{"linuxrwlocks", "poke", "fib-bench"} {
		b, ok := benchmarks.Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		params := map[string][]int{"linuxrwlocks": {3}, "poke": {5}, "fib-bench": {3}}[name]
		p, err := b.Program(params...)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := catalog.Lookup("pop")
		for _, kind := range Kinds() {
			q, err := Make(p, memory.SC, a, kind, 0)
			if kind == Equivalent && err != nil || err != nil && !strings.Contains(err.Error(), "too large") {
				t.Errorf("%s, %s: %v", name, kind, err)
			}
			if kind == Reversed && err == nil && !strings.Contains(q.Answer, "are recorded") {
				t.Errorf("%s: %s", name, q.Answer)
			}
		}
	}
}
