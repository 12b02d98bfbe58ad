package states_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"dporbench/algos/states"
	"dporbench/algos/states/statestest"
	"dporbench/benchmarks/objects"
	"dporbench/frontends/smallprog"
	"dporbench/linear"
	"dporbench/linear/spec"
	"dporbench/model"
	"dporbench/model/memory"
)

// demanding returns a program whose objects are to be linearizable.
func demanding(text string) (*model.Program, error) {
	p, err := smallprog.Build(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	return p, demand(p, linear.RealTime)
}

func demand(p *model.Program, q linear.Question) error {
	demanded := linear.Property{Of: map[string]porcupine.Model{}, Question: q, Results: map[string]func(any, linear.Input) []int64{}}
	for _, s := range spec.All() {
		name := s.Name[:1]
		demanded.Of[name], demanded.Results[name] = s.Model, s.Results
	}
	return linear.Demand(p, memory.SC, demanded)
}

var historyLimits = statestest.Limits{Executions: 2000, States: 50_000, Time: 20 * time.Second}

// TestHistories: states find an execution that is not linearizable exactly if there is a class that is not, whichever way states are visited.
func TestHistories(t *testing.T) {
	random, found := rand.New(rand.NewPCG(*seed, 13)), map[bool]int{}
	for range 4 * *programs {
		text := marked(random)
		violated, err := statestest.CompareHistories(func() (*model.Program, error) { return demanding(text) }, "pop", historyLimits)
		if errors.Is(err, statestest.ErrTooLarge) {
			continue
		}
		if found[violated]++; err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if t.Log(found); found[true] < *programs/2 || found[false] < *programs/2 {
		t.Error("too few")
	}
}

// TestHistoriesOfObjects does the same for clients of objects.
func TestHistoriesOfObjects(t *testing.T) {
	found := map[string]int{}
	for _, o := range objects.All() {
		s, err := spec.Lookup(o.Spec)
		if err != nil {
			t.Fatal(err)
		}
		clients := objects.Clients(o, 3, 2)
		if len(clients) > 40 {
			clients = clients[len(clients)-40:]
		}
		for _, client := range clients {
			violated, err := statestest.CompareHistories(func() (*model.Program, error) {
				p := client.Build()
				return p, linear.Demand(p, memory.SC, linear.Property{Of: map[string]porcupine.Model{"": s.Model}, Check: s.Check})
			}, "pop", historyLimits)
			if err != nil && !errors.Is(err, statestest.ErrTooLarge) {
				t.Errorf("%v: %v", client, err)
			}
			if violated {
				found[o.Name]++
			}
		}
	}
	if t.Log(found); len(found) < 3 {
		t.Error("too few objects fail")
	}
}

// TestRefusedHistories: the order of operations that threads can observe is refused by name, and so is an operation that the specification lacks, and one whose results do not
// follow from states.
func TestRefusedHistories(t *testing.T) {
	any := porcupine.Model{Init: func() any { return 0 }, Step: func(state, input, output any) (bool, any) {
		if out := output.(linear.Output); out != nil {
			return true, int(out[0])
		}
		return true, state
	}}
	for want, property := range map[string]linear.Property{
		"observe":                {Question: linear.Observed},
		"no operation read":      {Of: map[string]porcupine.Model{"": any}, Check: func(in linear.Input) error { return fmt.Errorf("no operation %s", in.Name) }},
		"if results follow from": {Of: map[string]porcupine.Model{"": any}},
	} {
		p, err := smallprog.Build("p: invoke o.read(); x=1; a=x; respond a")
		if err != nil {
			t.Fatal(err)
		}
		if err := linear.Demand(p, memory.SC, property); err != nil {
			t.Fatal(err)
		}
		_, err = states.Decide(t.Context(), p, states.Options{}, func(states.Ended) error { return nil })
		if _, refused := errors.AsType[*states.Refused](err); !refused || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestSmallHistories: programs whose verdict depends on one part of the summaries of histories.
func TestSmallHistories(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		fails bool
	}{
		"order in time":                {"p: invoke r.write(1); x=1; respond | q: invoke r.read(); a=y; respond a", true},
		"overlapping":                  {"p: invoke r.write(1); x=1; respond | q: invoke r.read(); a=x; respond a", false},
		"a result":                     {"p: invoke r.write(1); x=1; respond | q: invoke r.read(); a=x; respond a | s: x=0", true},
		"pending, seen":                {"p: invoke r.write(1); x=1; lock m; respond | q: lock m; invoke r.read(); a=x; respond a", false},
		"pending, seen and lost":       {"p: invoke r.write(1); x=1; lock m; respond | q: lock m; invoke r.read(); a=x; respond a; x=0; invoke r.read(); a=x; respond a", true},
		"two objects":                  {"p: invoke r.write(1); x=1; respond; invoke c.add(1); y=1; respond | q: invoke c.get(); a=y; respond a; invoke r.read(); a=x; respond a", false},
		"no events, any moment":        {"p: invoke r.write(1); x=1; respond | q: a=z; invoke r.read(); respond a", true},
		"no events, before the next":   {"p: b=x; a=z; invoke r.read(); respond a; x=1 | q: await x!=0; invoke r.write(1); z=1; respond", false},
		"no events, closed soon":       {"q: b=z; invoke r.read(); respond b; v=1 | p: invoke r.write(1); x=1; respond", true},
		"no events, joined soon":       {"p: go { a=z; invoke r.read(); respond a }; join; v=1 | q: invoke r.write(1); x=1; respond", true},
		"no events, a moment before":   {"p: invoke r.read(); a=x; respond a | q: b=z; invoke r.write(1); respond", true},
		"no events, before it is over": {"p: go { a=z; invoke r.read(); respond a }; join; invoke r.write(1); z=1; respond", false},
	} {
		violated, err := statestest.CompareHistories(func() (*model.Program, error) { return demanding(c.text) }, "pop", historyLimits)
		if err != nil || violated != c.fails {
			t.Errorf("%s: violated %v, error %v", name, violated, err)
		}
	}
}

// marked returns a random program with operations of a register or a counter, most of which are right, and events around them.
func marked(r *rand.Rand) string {
	some := func(all ...string) string { return all[r.IntN(len(all))] }
	object := some("r", "c")
	operation := func() string {
		v := 1 + r.IntN(2)
		switch change := some("right", "right", "right", "right", "torn", "twice", "none", "none"); {
		case object == "r" && r.IntN(2) == 0:
			return fmt.Sprintf("invoke r.write(%d); %s; respond", v, map[string]string{"right": fmt.Sprintf("x=%d", v), "torn": fmt.Sprintf("y=1; x=%d; b=y", v), "twice": fmt.Sprintf("x=%d; x=%d", v, v), "none": fmt.Sprintf("b=y; if b==%d { x=%d }", v, v)}[change])
		case object == "c" && r.IntN(2) == 0:
			return "invoke c.add(1); " + map[string]string{"right": "update x", "torn": "b=x; x=b+1", "twice": "update x; b=y", "none": "lock m; b=x; x=b+1; unlock m"}[change] + "; respond"
		}
		name := map[string]string{"r": "read", "c": "get"}[object]
		if change := some("right", "right", "right", "torn", "locked", "none"); change != "none" {
			return "invoke " + object + "." + name + "(); " + map[string]string{"right": "a=x", "torn": "a=x; a=x", "locked": "lock m; a=x; unlock m"}[change] + "; respond a"
		}
		return "a=x; invoke " + object + "." + name + "(); respond a"
	}
	var threads []string
	for i := range 2 + r.IntN(2) {
		var statements []string
		for range 1 + r.IntN(2) {
			if r.IntN(3) == 0 {
				statements = append(statements, some("b=y", "y=1", "y=2", "b=x; if b==1 { y=1 }", "b=y; if b==1 { lock m; unlock m }"))
			}
			statements = append(statements, operation())
		}
		threads = append(threads, fmt.Sprintf("t%d: %s", i, strings.Join(statements, "; ")))
	}
	return strings.Join(threads, " | ")
}
