package catalog_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
)

// TestObserverChangesNothing explores random programs with and without an
// Observer, and compares everything that can be compared.
func TestObserverChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for i := range 90 {
		random := smallprog.Random
		if i >= 60 {
			random = smallprog.Rich
		}
		program := random(r)
		o := algos.Options{Order: algos.Orders()[i%3], Seed: uint64(i)}
		for _, a := range catalog.All() {
			unobserved, visits := observe(t, a, o, program)
			watch := &watch{t: t, open: 1}
			o := o
			o.Observer = watch
			observed, sameVisits := observe(t, a, o, program)
			if d := cmp.Diff(unobserved, observed); d != "" {
				t.Errorf("%s, %v: %s", a.Name, program, d)
			}
			if !slices.Equal(visits, sameVisits) {
				t.Errorf("%s, %v: other executions, or in another order", a.Name, program)
			}
			if watch.open != 0 {
				t.Errorf("%s, %v: %d explorations have not ended", a.Name, program, watch.open)
			}
		}
	}
}

// observe returns the Stats and the keys of the first executions that a visits.
func observe(t *testing.T, a catalog.Algorithm, o algos.Options, p smallprog.Program) (algos.Stats, []string) {
	t.Helper()
	var keys []string
	stats, err := a.New(o).Explore(context.Background(), p.Build(), func(e *model.Execution) error {
		keys = append(keys, e.Key())
		return nil
	})
	if err != nil {
		t.Fatalf("%s, %v: %v", a.Name, p, err)
	}
	return stats, keys
}

// watch checks notifications as far as it can without knowing the algorithm.
type watch struct {
	t    *testing.T
	open int
}

func (w *watch) Found(r algos.Reversal) {
	if len(r.Schedule) == 0 || !slices.Contains(r.E, r.First) || (r.First.Thread == r.Second.Thread) != (r.First.Kind == event.Choice) {
		w.t.Errorf("found %+v", r)
	}
	w.nested()
}

func (w *watch) Begun(_, schedule []event.Event) {
	if len(schedule) == 0 {
		w.t.Error("begun with nothing")
	}
	w.open++
}

func (w *watch) Asleep(e []event.Event, asleep event.Event, reason func() string) {
	if reason() == "" || slices.Contains(e, asleep) {
		w.t.Errorf("%v is asleep after %v", asleep, e)
	}
}

func (w *watch) Ended(e []event.Event, end algos.End) {
	if len(e) == 0 && end.How != algos.Executed {
		w.t.Error("ended with nothing")
	}
	w.nested()
	w.open--
}

// nested checks that an exploration is in progress.
func (w *watch) nested() {
	if w.open == 0 {
		w.t.Error("notified outside any exploration")
	}
}
