package axioms_test

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/axioms"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// found holds the executions of a program by key: how often each was visited, and whether it has a data race.
type found map[string]visited

type visited struct {
	times   int
	raced   bool
	inOrder bool // see axioms.Traits
}

// byAxioms returns the executions that the axioms allow; ok is false if p has statements that Executions does not take.
func byAxioms(t *testing.T, p smallprog.Program, m memory.Model) (all found, ok bool) {
	t.Helper()
	all = found{}
	ok, err := axioms.Executions(p.Build(), m, func(key string, of axioms.Traits) { all[key] = visited{all[key].times + 1, of.Raced, of.InOrder} })
	if err != nil {
		t.Fatalf("%v under %v: %v", p, m, err)
	}
	return all, ok
}

// inOrder returns the executions that a machine with one view for all fences can execute.
func (f found) inOrder() found {
	some := maps.Clone(f)
	maps.DeleteFunc(some, func(_ string, v visited) bool { return !v.inOrder })
	return some
}

// byViews returns the executions of the machine with views; ok is false if p has statements that Views does not take.
func byViews(t *testing.T, p smallprog.Program, m memory.Model) (all found, ok bool) {
	t.Helper()
	all = found{}
	ok, err := axioms.Views(p.Build(), m, func(key string) { all[key] = visited{times: 1} })
	if err != nil {
		t.Fatalf("%v under %v: %v", p, m, err)
	}
	return all, ok
}

// racing is the number of executions with a data race.
func (f found) racing() (n int) {
	for _, v := range f {
		if v.raced {
			n++
		}
	}
	return n
}

// byExplorer returns the executions that an algorithm visits. The machine must replay each of them to the same
// execution and outcome, and two of them must have one key if and only if they are one execution.
func byExplorer(algorithm string, p smallprog.Program, m memory.Model, o algos.Options) (all found, err error) {
	o.Memory = m
	built := p.Build()
	replay, err := machine.NewReplay(built, behaviour.Limits{Memory: m})
	if err != nil {
		return nil, err
	}
	defer replay.Close()
	all = found{}
	keys := map[string]string{}
	stats, err := explorers[algorithm](o).Explore(context.Background(), built, func(e *model.Execution) error {
		key := axioms.KeyOf(built, e.Events())
		all[key] = visited{times: all[key].times + 1, raced: len(e.Races()) > 0}
		if other, seen := keys[e.Key()]; seen && other != key {
			return fmt.Errorf("one key for two executions:\n%s\nand\n%s", key, other)
		}
		keys[e.Key()] = key
		if _, err := replay.Run(e.Events()); err != nil {
			return err
		}
		if outcome, _ := replay.Ending(); outcome.Or(model.Raced) != e.Outcome().Or(model.Raced) {
			return fmt.Errorf("outcome %v, and %v where it is replayed:\n%s", e.Outcome(), outcome, key)
		}
		if again := axioms.KeyOf(built, replay.Machine.Events()); again != key {
			return fmt.Errorf("replayed to\n%s\ninstead of\n%s", again, key)
		}
		return nil
	})
	if err == nil && (len(keys) != len(all) || stats.Redundant > 0) {
		err = fmt.Errorf("%d keys for %d executions, and %d redundant explorations", len(keys), len(all), stats.Redundant)
	}
	return all, err
}

// against describes a difference between the executions of an algorithm and the wanted ones, if there is one.
func against(algorithm string, p smallprog.Program, m memory.Model, o algos.Options, want found) (problem string) {
	got, err := byExplorer(algorithm, p, m, o)
	if err != nil {
		return fmt.Sprintf("%s, order %v, seed %d: %v", algorithm, o.Order, o.Seed, err)
	}
	if problem := want.without(got, true); problem != "" {
		return fmt.Sprintf("axioms, but not %s, order %v, seed %d: %s", algorithm, o.Order, o.Seed, problem)
	}
	if problem := got.without(want, true); problem != "" {
		return fmt.Sprintf("%s, order %v, seed %d, but not axioms: %s", algorithm, o.Order, o.Seed, problem)
	}
	return ""
}

// without describes an execution of f that is not one of g, or is not visited once in both; or not, if races are asked for, with the same races.
func (f found) without(g found, races bool) (problem string) {
	for key, v := range f {
		switch w := g[key]; {
		case w.times == 0:
			return key
		case races && v.times != 1:
			return fmt.Sprintf("%d times\n%s", v.times, key)
		case races && v.raced != w.raced:
			return fmt.Sprintf("raced %v, for %v\n%s", v.raced, w.raced, key)
		}
	}
	return ""
}
