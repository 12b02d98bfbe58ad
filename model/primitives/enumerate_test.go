package primitives_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// simulation is a plain specification of a primitive and of threads that use it, independent
// of package primitives. Each step is a step of the primitive: an event of its variable.
type simulation interface {
	clone() simulation
	// step returns the ways in which a thread may do its next step; none if it has none, or
	// must wait. Each is done by calling it.
	step(thread int) []way
	// results returns the results of the operations so far, by thread, and then the choices, by
	// thread.
	results() []string
}

// way is a step on one of the variables of the primitive.
type way struct {
	variable int
	reads    bool // and leaves it unchanged
	do       func(simulation)
}

// histories returns all executions of the simulation from there: the order of the steps on each of
// the variables, and the results. They must be the classes of the program.
func histories(s simulation, threads int, before []string, found map[string]bool) {
	maximal := true
	for t := range threads {
		for _, way := range s.step(t) {
			maximal = false
			after, order := s.clone(), slices.Clone(before)
			way.do(after)
			order[way.variable] += stepOf(t, way.reads)
			histories(after, threads, order, found)
		}
	}
	if maximal {
		found[strings.Join(append(normal(before), s.results()...), " ")] = true
	}
}

// stepOf is a step of a thread in an order.
func stepOf(t int, reads bool) string {
	if reads {
		return string(rune('a' + t))
	}
	return fmt.Sprint(t)
}

// normal sorts adjacent reads, which commute.
func normal(orders []string) []string {
	orders = slices.Clone(orders)
	for i, order := range orders {
		steps := []byte(order)
		for from := 0; from < len(steps); from++ {
			to := from
			for to < len(steps) && steps[to] >= 'a' {
				to++
			}
			slices.Sort(steps[from:to])
		}
		orders[i] = string(steps)
	}
	return orders
}

// log is where a thread of a program writes the results of its operations. No other
// thread sees it.
type log struct {
	x      model.Var
	digits int64
}

// add notes a result from 0 to 9.
func (l *log) add(t *model.Thread, result int64) {
	l.digits = 10*l.digits + result
	t.Store(l.x, l.digits)
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// program makes threads that use a primitive, whose variables come first, and have logs.
func program(bodies []func(t *model.Thread, l *log), declare func(p *model.Program)) *model.Program {
	p := model.NewProgram("test")
	declare(p)
	for i, body := range bodies {
		x := p.Var(fmt.Sprint("log", i), 1)
		p.Thread(fmt.Sprint(i), func(t *model.Thread) { body(t, &log{x, 1}) })
	}
	return p
}

// explored returns the histories of p that an algorithm finds, and the number of classes it visits.
func explored(t *testing.T, p *model.Program, a catalog.Algorithm) (found map[string]bool, classes int, err error) {
	t.Helper()
	found = map[string]bool{}
	keys := map[string]bool{}
	_, err = a.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		found[history(t, p, e.Events())] = true
		keys[e.Key()] = true
		return nil
	})
	return found, len(keys), err
}

func history(t *testing.T, p *model.Program, events []event.Event) string {
	m, err := machine.New(p, behaviour.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	order, choices := make([]string, 0, p.NumVars()), make([]string, p.NumThreads())
	for x := range int32(p.NumVars()) {
		if !strings.HasPrefix(p.VarName(x), "log") {
			order = append(order, "")
		}
	}
	for _, e := range events {
		if e.Kind == event.Choice {
			m.Choose(e.Object)
			choices[e.Thread] += fmt.Sprint(e.Object)
		}
		if _, err := m.Step(e.Thread); err != nil {
			t.Fatal(err)
		}
		if e.Kind.OnVariable() && int(e.Object) < len(order) {
			order[e.Object] += stepOf(int(e.Thread), e.Kind == event.Read)
		}
	}
	var results []string
	for x := range int32(p.NumVars()) {
		if strings.HasPrefix(p.VarName(x), "log") {
			results = append(results, fmt.Sprint(m.Value(x))[1:])
		}
	}
	for thread := range p.NumThreads() {
		if failure, halted := m.Halted(event.ThreadID(thread)); halted && failure != "" {
			results[thread] += "!"
		}
	}
	return strings.Join(slices.Concat(normal(order), results, choices), " ")
}

// compare compares the classes of p with the histories of s, in every algorithm: there must be
// one class for each.
func compare(t *testing.T, name string, p *model.Program, s simulation, variables int) int {
	t.Helper()
	want := map[string]bool{}
	histories(s, p.NumThreads(), make([]string, variables), want)
	for _, a := range catalog.All() {
		if a.Samples {
			continue
		}
		got, classes, err := explored(t, p, a)
		switch {
		case err != nil:
			t.Fatalf("%s, %s: %v", name, a.Name, err)
		case !maps.Equal(got, want) || classes != len(want):
			t.Fatalf("%s, %s: %d classes with %d histories, want %d\nmissing %q\nwrong %q", name, a.Name, classes, len(got), len(want),
				first(difference(want, got)), first(difference(got, want)))
		}
	}
	return len(want)
}

func difference(a, b map[string]bool) (only []string) {
	for h := range a {
		if !b[h] {
			only = append(only, h)
		}
	}
	slices.Sort(only)
	return only
}

func first(all []string) []string { return all[:min(5, len(all))] }
