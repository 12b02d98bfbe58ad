package axioms_test

import (
	"testing"

	"dporbench/algos/internal/axioms"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// found holds the executions of a program by key: how often each was visited, and whether it has a data race.
type found map[string]visited

type visited struct {
	times int
	raced bool
}

// byAxioms returns the executions that the axioms allow; ok is false if p has statements that Executions does not take.
func byAxioms(t *testing.T, p smallprog.Program, m memory.Model) (all found, ok bool) {
	t.Helper()
	all = found{}
	ok, err := axioms.Executions(p.Build(), m, func(key string, raced bool) { all[key] = visited{all[key].times + 1, raced} })
	if err != nil {
		t.Fatalf("%v under %v: %v", p, m, err)
	}
	return all, ok
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
