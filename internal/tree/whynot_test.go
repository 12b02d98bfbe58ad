package tree_test

import (
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
	"dporbench/model/memory"
	"dporbench/trace"
)

// TestWhyNotFindsTheClass asks each tree for its executions with independent
// events exchanged at random, and for prefixes of these.
func TestWhyNotFindsTheClass(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 40 {
		program := smallprog.Random(r)
		p := program.Build()
		for _, a := range catalog.All() {
			drawn, ok := recordSmall(t, p, a)
			if !ok {
				continue
			}
			for _, l := range drawn.Leaves {
				if l.Number == 0 {
					continue
				}
				events := shuffled(r, l.Steps)
				if got := drawn.WhyNot(p, schedule(t, p, events, l.Outcome)); len(got.Explored) != 1 || got.Explored[0] != l {
					t.Fatalf("%s, %v: execution %d is found %d times as %v", a.Name, program, l.Number, len(got.Explored), events)
				}
				some := events[:r.IntN(len(events)+1)]
				if got := drawn.WhyNot(p, schedule(t, p, some, l.Outcome)); !slices.Contains(got.Explored, l) {
					t.Fatalf("%s, %v: execution %d does not begin with %v", a.Name, program, l.Number, some)
				}
			}
		}
	}
}

// TestWhyNotMisses removes an execution from each tree: the answer must be that
// its class was not explored, with a race to be reversed in the nearest one.
func TestWhyNotMisses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for range 60 {
		program := smallprog.Random(r)
		p := program.Build()
		pop, _ := catalog.Lookup("pop")
		drawn, ok := recordSmall(t, p, pop)
		if !ok || drawn.Executions() < 2 {
			continue
		}
		missing := leafOf(drawn, 1+r.Int64N(drawn.Executions()))
		s := schedule(t, p, shuffled(r, missing.Steps), missing.Outcome)
		drawn.Leaves = slices.DeleteFunc(drawn.Leaves, func(l *tree.Leaf) bool { return l == missing })
		answer := drawn.WhyNot(p, s)
		if len(answer.Explored) > 0 {
			t.Fatalf("%v: execution %d is missing, and found", program, missing.Number)
		}
		text := answer.String()
		if !strings.Contains(text, "explored no execution of its class") || !strings.Contains(text, "the race to be reversed there") {
			t.Errorf("%v, without execution %d:\n%s", program, missing.Number, text)
		}
	}
}

// silent is an explorer that does not report which threads are asleep.
type silent struct{ algos.Observer }

func (silent) Asleep([]event.Event, event.Event, func() string) {}

// TestWhyNotOfASilentExplorer: where an exploration was given up and the explorer does not report why, the answer says so.
func TestWhyNotOfASilentExplorer(t *testing.T) {
	p := smallprog.MustBuild("p: a=x | q: y=0")
	a, _ := catalog.Lookup("sleepset")
	reporting := a.New
	for _, c := range []struct {
		new  func(algos.Options) algos.Explorer
		want string
	}{
		{reporting, "and the tree with\n  p: x → 0                 asleep"},
		{func(o algos.Options) algos.Explorer {
			o.Observer = silent{o.Observer}
			return reporting(o)
		}, "sleepset explored nothing there, and does not report which threads were asleep\n"},
	} {
		a.New = c.new
		s, err := tree.Follow(p, []string{"q", "p"})
		if err != nil {
			t.Fatal(err)
		}
		if text := record(t, p, a, tree.Keep{}).WhyNot(p, s).String(); !strings.Contains(text, c.want) || strings.HasSuffix(text, "with\n") {
			t.Errorf("want %q in:\n%s", c.want, text)
		}
	}
}

func leafOf(drawn *tree.Tree, n int64) *tree.Leaf {
	return drawn.Leaves[slices.IndexFunc(drawn.Leaves, func(l *tree.Leaf) bool { return l.Number == n })]
}

// recordSmall records the tree of a, unless it has too many leaves.
func recordSmall(t *testing.T, p *model.Program, a catalog.Algorithm) (*tree.Tree, bool) {
	t.Helper()
	drawn, err := tree.Record(t.Context(), p, a, algos.Options{}, tree.Keep{First: 100, Stop: true})
	if err != nil {
		t.Fatal(err)
	}
	return drawn, drawn.Complete
}

// shuffled returns the events of steps, with independent neighbours exchanged at
// random.
func shuffled(r *rand.Rand, steps []trace.Step) []event.Event {
	var events []event.Event
	for _, s := range steps {
		events = append(events, s.Event)
	}
	for range 10 * len(events) {
		i := r.IntN(len(events))
		if i > 0 && !event.Dependent(events[i-1], events[i]) {
			events[i-1], events[i] = events[i], events[i-1]
		}
	}
	return events
}

func schedule(t *testing.T, p *model.Program, events []event.Event, outcome model.Outcome) *tree.Schedule {
	t.Helper()
	shown, err := trace.Of(p, memory.SC, events)
	if err != nil {
		t.Fatal(err)
	}
	return &tree.Schedule{Trace: shown, Maximal: shown.Outcome == outcome}
}

// TestWhyNotRenamesThreads asks for a schedule that starts threads in a different
// order than the exploration first did, so that their numbers differ.
func TestWhyNotRenamesThreads(t *testing.T) {
	p := smallprog.MustBuild("p: z=1; go { x=1; a=y } | q: z=2; go { y=1; a=x }")
	pop, _ := catalog.Lookup("pop")
	drawn := record(t, p, pop, tree.Keep{})
	if got := drawn.Threads; !slices.Equal(got, []string{"p", "q", "child", "child#2"}) {
		t.Fatalf("threads %v", got)
	}
	s, err := tree.Follow(p, strings.Fields("q q 1 p child child 3 child#2"))
	if err != nil || !s.Maximal {
		t.Fatalf("%+v, %v", s, err)
	}
	answer := drawn.WhyNot(p, s)
	if len(answer.Explored) != 1 {
		t.Fatalf("found %d times", len(answer.Explored))
	}
	var steps []string
	for _, step := range answer.Explored[0].Steps {
		steps = append(steps, drawn.Threads[step.Event.Thread]+": "+step.Text)
	}
	// It is the child of q that went first.
	if !slices.Contains(steps, "child: y → 1") || !slices.Contains(steps, "child#2: x → 0") {
		t.Errorf("found %v", steps)
	}
}

func TestFollow(t *testing.T) {
	p := smallprog.MustBuild("p: lock l; x=1 | q: lock l; go { y=1 }; join")
	for _, c := range []struct {
		threads, stuck, err string
		maximal             bool
	}{
		{threads: "p p", maximal: true},
		{threads: "1", maximal: false},
		{threads: "p q", stuck: "event 2 of 2 is impossible: q waits at lock l, held by p"},
		{threads: "p p p", stuck: "event 3 of 3 is impossible: p has ended"},
		{threads: "q q q", stuck: "event 3 of 3 is impossible: q waits at join child"},
		{threads: "q q child q p", stuck: "event 5 of 5 is impossible: p waits forever at lock l, held by q"},
		{threads: "q child", err: `event 2: no thread is called "child" there: must be one of p, q, or a number from 1 to 2`},
		{threads: "0", err: `event 1: no thread is called "0" there`},
		{threads: "7", err: `event 1: no thread is called "7" there`},
		{threads: "-1", err: `event 1: no thread is called "-1" there`},
	} {
		s, err := tree.Follow(p, strings.Fields(c.threads))
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: error %v", c.threads, err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.threads, err)
		case s.Stuck != c.stuck || s.Maximal != c.maximal:
			t.Errorf("%s: stuck %q, maximal %v", c.threads, s.Stuck, s.Maximal)
		}
	}
}
