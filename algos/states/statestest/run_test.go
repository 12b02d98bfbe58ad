package statestest

import (
	"context"
	"testing"

	"dporbench/algos/states"
	"dporbench/model"
)

// deciding is the search of package states with these options.
func deciding(o states.Options) Search {
	return func(ctx context.Context, p *model.Program, found func(states.Ended) error) error {
		_, err := states.Decide(ctx, p, o, found)
		return err
	}
}

func TestStates(t *testing.T) {
	for name, o := range map[string]states.Options{"full": {Full: true}, "reduced": {}, "passes alone": {WithoutWalks: true}, "workers": {Workers: 2, Turns: 1}} {
		t.Run(name, func(t *testing.T) { Run(t, deciding(o)) })
	}
}

// TestMistakes: a search that leaves out a final state, or visits one that is none, is found, with a small program.
func TestMistakes(t *testing.T) {
	for name, mistake := range map[string]func(n int, e states.Ended) (states.Ended, bool){
		"a state is left out":   func(n int, e states.Ended) (states.Ended, bool) { return e, n != 2 },
		"failures are left out": func(_ int, e states.Ended) (states.Ended, bool) { return e, e.Outcome != model.Failed },
		"a state is not final": func(_ int, e states.Ended) (states.Ended, bool) {
			e.Events = e.Events[:len(e.Events)/2]
			return e, true
		},
		"another outcome is said": func(_ int, e states.Ended) (states.Ended, bool) { e.Outcome = model.Complete; return e, true },
	} {
		search := func(ctx context.Context, p *model.Program, found func(states.Ended) error) error {
			n := 0
			return deciding(states.Options{})(ctx, p, func(e states.Ended) error {
				if e.Final {
					n++
				}
				if e, ok := mistake(n, e); ok {
					return found(e)
				}
				return nil
			})
		}
		for _, k := range kinds {
			if k.name != "locks" && k.name != "random programs" {
				continue
			}
			p, problem := find(t.Context(), k, search)
			if t.Logf("%s, %s: %v: %s", name, k.name, p, problem); problem == "" && (k.name == "locks" || name != "another outcome is said") {
				t.Errorf("%s is not found among %s", name, k.name)
			}
			statements := 0
			for _, thread := range p.Threads {
				statements += len(thread)
			}
			if problem != "" && statements > 6 {
				t.Errorf("%s: %v is not shrunk", name, p)
			}
		}
	}
}
