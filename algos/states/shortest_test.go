package states_test

import (
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/states"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// TestShortest: no execution that gets stuck has fewer events than the one that is found, and none that fails has.
func TestShortest(t *testing.T) {
	random, found := rand.New(rand.NewPCG(*seed, 7)), map[model.Outcome]int{}
	for range 3 * *programs {
		p := smallprog.Locking(random)
		fewest, all := fewestEvents(t, p.Build())
		if !all || len(fewest) == 0 {
			continue
		}
		var wanted []model.Outcome
		for o := range fewest {
			wanted = append(wanted, o)
		}
		ended, err := states.Shortest(t.Context(), p.Build(), states.Options{}, wanted)
		if err != nil || len(ended) != len(wanted) {
			t.Fatalf("%v: found %d of %v, error %v", p, len(ended), wanted, err)
		}
		for _, e := range ended {
			found[e.Outcome]++
			if n, least := len(e.Events), fewest[e.Outcome]; n > least || n < least && e.Final {
				t.Errorf("%v: %v after %d events, and POP has %d", p, e.Outcome, n, least)
			}
		}
	}
	if t.Log(found); found[model.Deadlocked] == 0 || found[model.Starved] == 0 || found[model.Failed] == 0 {
		t.Error("too few outcomes")
	}
}

// TestShortestRace: the shortest execution with a data race ends with its second access. No event has accessed the variable when the search begins.
func TestShortestRace(t *testing.T) {
	p, err := smallprog.Parse("p: plain x=1; y=1 | q: a=y; plain x=2")
	if err != nil {
		t.Fatal(err)
	}
	ended, err := states.Shortest(t.Context(), p.Build(), states.Options{}, []model.Outcome{model.Raced})
	if err != nil || len(ended) != 1 || len(ended[0].Events) != 3 {
		t.Errorf("got %v, error %v", ended, err)
	}
}

// fewestEvents returns the fewest events of the executions with each outcome that is wrong; all executions in a class have the same number.
func fewestEvents(t *testing.T, p *model.Program) (fewest map[model.Outcome]int, all bool) {
	fewest = map[model.Outcome]int{}
	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	_, err = pop.Explore(t.Context(), p, func(e *model.Execution) error {
		if n++; n > 500 {
			return algos.ErrStop
		}
		switch o := e.Outcome(); o {
		case model.Deadlocked, model.Starved, model.Failed:
			if known, ok := fewest[o]; !ok || len(e.Events()) < known {
				fewest[o] = len(e.Events())
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return fewest, n <= 500
}
