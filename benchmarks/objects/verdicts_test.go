package objects_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks/objects"
	"dporbench/linear"
	"dporbench/linear/spec"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// verdicts are the clients of the table in docs/linearizability.md.
var verdicts = []string{
	"treiber{push(1); pop | push(2); pop}",
	"treiber-torn{push(1); pop | push(2); pop}",
	"ms-queue{enqueue(1); dequeue | enqueue(2)}",
	"ms-queue-torn{dequeue | enqueue(1); dequeue}",
	"hw-queue{enqueue(1) | enqueue(2) | dequeue}",
	"hw-queue{enqueue(1); enqueue(2) | dequeue; dequeue}",
	"hw-queue-torn{dequeue | enqueue(1); dequeue}",
	"lazy-list{add(1) | contains(1); remove(1)}",
	"lazy-list-unmarked{add(1); add(2); add(2) | remove(1)}",
	"counter{inc | inc; get}",
	"counter-torn{inc | inc; get}",
}

// enumerated returns the classes of a client, each with whether one of its interleavings is not linearizable by the definition. Calls and returns
// are events, so that each class of the oracle, which enumerates all configurations, has one history.
func enumerated(t *testing.T, c objects.Client, plain *model.Program) map[string]bool {
	p := c.Build()
	clock := int32(p.NumVars())
	(*front.Program)(p).TimeCalls()
	m, err := machine.New(p, behaviour.Limits{Calls: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s, err := spec.Lookup(c.Object.Spec)
	if err != nil {
		t.Fatal(err)
	}
	classes, known := map[string]bool{}, map[string]bool{}
	oracle, err := catalog.New("exhaustive", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = oracle.Explore(t.Context(), p, func(e *model.Execution) error {
		m.Reset()
		for _, event := range e.Events() {
			if _, err := m.Step(event.Thread); err != nil {
				return err
			}
		}
		calls := historyOf(m, c, clock)
		text := fmt.Sprint(calls)
		if _, ok := known[text]; !ok {
			known[text] = !explained(s, calls, nil, s.Init())
		}
		key := plain.ClassKey(without(e.Events(), clock))
		classes[key] = classes[key] || known[text]
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return classes
}

// call is a call with the numbers of the events at which it began and ended; end is 0 if it has not ended.
type call struct {
	in         linear.Input
	out        linear.Output
	begin, end int
}

func (c call) String() string { return fmt.Sprint(c.in, c.out, c.begin, c.end) }

// historyOf returns the calls of an execution, from its events on the clock: each call reads it at its begin and writes it at its end.
func historyOf(m *machine.Machine, c objects.Client, clock int32) (all []call) {
	now := 0
	for thread := range c.Threads {
		for range c.Threads[thread] {
			all = append(all, call{})
		}
	}
	first := func(thread event.ThreadID) (n int) {
		for _, sequence := range c.Threads[:thread] {
			n += len(sequence)
		}
		return n
	}
	done := map[event.ThreadID]int{}
	for _, e := range m.Events() {
		if !e.Kind.OnVariable() || e.Object != clock {
			continue
		}
		now++
		at := first(e.Thread) + done[e.Thread]
		if e.Kind == event.Read {
			of := c.Threads[e.Thread][done[e.Thread]]
			all[at] = call{begin: now, in: linear.Input{Object: c.Object.Name, Name: of.Operation}}
			if of.Arg != 0 {
				all[at].in.Args = []int64{of.Arg}
			}
			continue
		}
		all[at].end = now
		done[e.Thread]++
	}
	for thread := range event.ThreadID(len(c.Threads)) {
		for call := m.LastCallOf(thread); call != nil; call = call.Before {
			if at := first(thread) + call.Number/2 - 1; call.Response && all[at].end > 0 {
				all[at].out = append(linear.Output{}, call.Values...)
			}
		}
	}
	return slices.DeleteFunc(all, func(c call) bool { return c.begin == 0 })
}

// explained is the definition of linearizability: the calls that have ended, and perhaps others, can be put into an order that the
// specification allows, and in which none comes before one that had ended when it began.
func explained(s spec.Named, calls []call, order []int, state any) bool {
	if !slices.ContainsFunc(calls, func(c call) bool {
		return c.end > 0 && !slices.ContainsFunc(order, func(i int) bool { return calls[i].begin == c.begin })
	}) {
		return true
	}
	for i, c := range calls {
		if slices.Contains(order, i) {
			continue
		}
		late := false
		for j, other := range calls {
			late = late || !slices.Contains(order, j) && other.end > 0 && other.end < c.begin
		}
		out := c.out
		if c.end == 0 {
			out = nil
		}
		if late {
			continue
		}
		if ok, after := s.Step(state, c.in, out); ok && explained(s, calls, append(slices.Clone(order), i), after) {
			return true
		}
	}
	return false
}

// TestVerdicts compares the failing classes of clients with full enumeration, and everything with the table on the page.
// LINEAR_TABLE prints that table.
func TestVerdicts(t *testing.T) {
	page, err := os.ReadFile("../../docs/linearizability.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range verdicts {
		c, err := objects.ParseClient(text)
		if err != nil {
			t.Fatal(err)
		}
		plain := c.Build()
		plain.Var("calls", 0)
		classes := failing(t, plain, "pop", property(t, c.Object, linear.RealTime))
		line := fmt.Sprintf("| `%s` | %d | %d |", strings.ReplaceAll(text, "|", "\\|"), len(classes), count(classes))
		oracle := enumerated(t, c, plain)
		for key, fails := range oracle {
			if got, ok := classes[key]; !ok || got != fails {
				t.Errorf("%s: a class fails: %v, visited: %v, by full enumeration %v", text, got, ok, fails)
			}
		}
		line += fmt.Sprintf(" %d | %d |", count(oracle), count(failing(t, c.Build(), "pop", property(t, c.Object, linear.Observed))))
		for _, m := range []memory.Model{memory.SC, memory.CommutingSC} {
			p := c.Build()
			(*front.Program)(p).TimeCalls()
			n := timedClasses(t, p, m, property(t, c.Object, linear.Observed))
			line += fmt.Sprintf(" %d |", n)
		}
		if os.Getenv("LINEAR_TABLE") != "" {
			fmt.Println(line)
		} else if !strings.Contains(string(page), line+"\n") {
			t.Errorf("the page does not have the line\n%s", line)
		}
	}
}

// timedClasses returns the number of classes of a program.
func timedClasses(t *testing.T, p *model.Program, m memory.Model, demanded linear.Property) int64 {
	t.Helper()
	if err := linear.Demand(p, m, demanded); err != nil {
		t.Fatal(err)
	}
	pop, err := catalog.New("pop", algos.Options{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	stats, err := pop.Explore(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats.Executions
}
