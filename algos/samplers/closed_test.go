package samplers

import (
	"context"
	"math"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// TestClosedForms: distributions that can be calculated by hand. Each gives the probabilities of the final values of
// a variable.
func TestClosedForms(t *testing.T) {
	const x, y = 0, 1
	for _, c := range []struct {
		method, program string
		variable        int32
		want            map[int64]float64
	}{
		// Any of the six orders.
		{"random-walk", "x=1 | x=2 | x=3", x, map[int64]float64{1: 1. / 3, 2: 1. / 3, 3: 1. / 3}},
		// p is last if it is drawn neither first nor second.
		{"random-walk", "p: x=1 | q: y=1; x=2", x, map[int64]float64{1: 1. / 4, 2: 3. / 4}},
		// Without a change, threads run one after the other.
		{"pct-1", "p: x=1 | q: y=1; x=2", x, map[int64]float64{1: 1. / 2, 2: 1. / 2}},
		// The change is after step 1, 2 or 3. If q comes first, it reads 0. If p does, q comes between its writes if the
		// change is after step 1.
		{"pct-2", "p: x=1; x=2 | q: a=x; y=a", y, map[int64]float64{0: 1. / 2, 1: 1. / 6, 2: 1. / 3}},
		// p is last if it has less than both priorities that q draws: if it is the least of three.
		{"pos", "p: x=1 | q: y=1; x=2", x, map[int64]float64{1: 1. / 3, 2: 2. / 3}},
		// p draws again after each write of q.
		{"pos", "p: x=1 | q: x=2; x=3", x, map[int64]float64{1: 1. / 4, 3: 3. / 4}},
		// p is last in one of three interleavings.
		{"urw", "p: x=1 | q: y=1; x=2", x, map[int64]float64{1: 1. / 3, 2: 2. / 3}},
		// Only x is shared: in three of the six orders of its writes the last is x=2.
		{"surw", "p: x=1; y=1; y=2; y=3; x=2 | q: x=3; x=4", x, map[int64]float64{2: 1. / 2, 4: 1. / 2}},
	} {
		p := program(t, c.program)
		ends := map[string]int64{}
		_, err := exhaustive.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
			ends[e.Key()] = finalOf(t, p, e.Events(), c.variable)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		got := map[int64]float64{}
		for class, probability := range distribution(t, algos.Options{Seed: 1}, p, c.method) {
			got[ends[class]] += probability
		}
		for value, want := range c.want {
			if math.Abs(got[value]-want) > 1e-9 {
				t.Errorf("%s, %s: ends with %d with probability %v, want %v", c.method, c.program, value, got[value], want)
			}
		}
	}
}

// TestUniform: URW draws all interleavings with the same probability, which are the classes if all events conflict, and
// SURW all orders of the accesses to the one shared variable. The events of a thread's children count as its own.
func TestUniform(t *testing.T) {
	for _, c := range []struct {
		method, program string
		classes         int
	}{
		{"urw", "x=1; x=2 | x=3; x=4; x=5", 10},
		{"urw", "x=1 | x=2; x=3 | x=4; x=5; x=6", 60},
		{"surw", "x=1; y=1; y=2; y=3; x=2 | x=3; x=4", 6},
		{"surw", "x=1; y=1; y=2; y=3; x=2 | x=3; z=1; x=4; z=2; x=5 | u=1; u=2", 10},
	} {
		got := distribution(t, algos.Options{Seed: 1}, program(t, c.program), c.method)
		if len(got) != c.classes {
			t.Errorf("%s, %s: %d classes, want %d", c.method, c.program, len(got), c.classes)
		}
		for _, probability := range got {
			if math.Abs(probability*float64(c.classes)-1) > 1e-9 {
				t.Errorf("%s, %s: a class has probability %v, of %d", c.method, c.program, probability, c.classes)
			}
		}
	}
}

// TestUniformSpawned: a thread that has yet to start others has their events as well, so that all interleavings of
// the threads that it has started have the same probability.
func TestUniformSpawned(t *testing.T) {
	p := model.NewProgram("spawning")
	x := p.Var("x", 0)
	p.Thread("main", func(t *model.Thread) {
		t.Go("child", func(t *model.Thread) { t.Store(x, 1); t.Store(x, 2) })
		t.Store(x, 3)
	})
	p.Thread("other", func(t *model.Thread) { t.Store(x, 4) })
	// The writes of child and main have 3 orders, and the write of other may come at any of 5 places: before main
	// starts the child, which is the same class as right after that, or anywhere later.
	want := 15
	got := distribution(t, algos.Options{Seed: 1}, p, "urw")
	sum := map[int]int{}
	for _, probability := range got {
		sum[int(math.Round(probability*float64(want)))]++
	}
	if len(got) != 12 || sum[1]+sum[2] != 12 || sum[2] != 3 {
		t.Errorf("%d classes, probabilities in parts of %d: %v", len(got), want, sum)
	}
	// SURW counts the writes alone, and all their orders have the same probability.
	for _, probability := range distribution(t, algos.Options{Seed: 1}, p, "surw") {
		if math.Abs(12*probability-1) > 1e-9 {
			t.Errorf("surw: a class has probability %v, of 12", probability)
		}
	}
}

// TestPCTGuarantee: what takes d ordered events has a probability of at least 1/(n k^(d-1)) under PCT of depth d.
func TestPCTGuarantee(t *testing.T) {
	for _, c := range []struct {
		program  string
		depth    int
		variable int32
		value    int64 // that it ends with
	}{
		{"p: x=1; y=2 | q: a=x; y=a; y=1 | r: z=1; z=2", 1, 1, 2},
		{"p: x=1; x=2 | q: a=x; y=a | r: z=1; z=2; z=3", 2, 1, 1},
		{"p: x=1; x=2; x=3 | q: a=x; b=x; if a==1; if b==2; y=1", 3, 1, 1},
	} {
		p := program(t, c.program)
		profile := profileOf(t, algos.Options{Seed: 1}, p)
		sum := 0.0
		s := &PCT{Depth: c.depth, Length: profile.Longest}
		classes, err := Exact(context.Background(), algos.Options{}, p, s, 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		probability := map[string]float64{}
		for _, class := range classes {
			probability[class.Key] = class.Probability
		}
		_, err = exhaustive.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
			if finalOf(t, p, e.Events(), c.variable) == c.value {
				sum += probability[e.Key()]
			}
			return nil
		})
		bound := 1 / (float64(profile.Threads) * math.Pow(float64(profile.Longest), float64(c.depth-1)))
		if err != nil || sum < bound {
			t.Errorf("%s, depth %d: probability %v, want at least %v; error %v", c.program, c.depth, sum, bound, err)
		}
	}
}

func program(t *testing.T, text string) *model.Program {
	t.Helper()
	p, err := smallprog.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.Build()
}

// finalOf is the value of a variable after an execution.
func finalOf(t *testing.T, p *model.Program, events []event.Event, variable int32) int64 {
	t.Helper()
	m, err := machine.New(p, behaviour.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, e := range events {
		if _, err := m.Step(e.Thread); err != nil {
			t.Fatal(err)
		}
	}
	return m.Value(variable)
}
