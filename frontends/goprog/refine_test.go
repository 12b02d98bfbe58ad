package goprog_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/front"
)

// TestRefine: facts that the first executions do not show end an exploration, and once those are known the program is the
// same as if they had shown them.
func TestRefine(t *testing.T) {
	const pattern, function = "./testdata/programs", "Seldom"
	p, err := goprog.LoadPackage(pattern, false, goprog.Options{Settle: 1})
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	var seen explored
	m, err := p.Program(function)
	for {
		if err != nil {
			t.Fatal(err)
		}
		if seen, err = exploreAll(m, "pop"); err == nil {
			break
		}
		coarse, ok := errors.AsType[*front.Refine](err)
		if !ok || len(known) > 10 {
			t.Fatalf("after %v: %v", known, err)
		}
		known = append(known, coarse.Fact.String())
		finer, failed := coarse.Again()
		m, err = (*model.Program)(finer), failed
	}
	if len(known) == 0 {
		t.Error("one random execution shows everything about the program, so this test checks nothing")
	}
	for _, o := range []goprog.Options{{Settle: 1, Known: goprog.Facts(strings.Join(known, ","))}, {}} {
		m, err := goprog.Load(pattern, function, o)
		if err != nil {
			t.Fatal(err)
		}
		if same := explore(t, m, "pop"); !maps.Equal(same.classes, seen.classes) || !maps.Equal(same.outcomes, seen.outcomes) {
			t.Errorf("%+v: %d executions, %v, want %d, %v", o, same.executions, same.outcomes, seen.executions, seen.outcomes)
		}
	}
	if _, err := goprog.Load(pattern, function, goprog.Options{Known: "x"}); err == nil || !strings.Contains(err.Error(), `"x" is not a fact`) {
		t.Errorf("an unknown kind of fact: %v", err)
	}
}
