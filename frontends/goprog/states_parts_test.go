package goprog_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos/states"
	"dporbench/algos/states/statestest"
	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/front"
)

// part is a function that shows why a part of the local state is needed. want are the outcomes by states, or an error, if that shows it; otherwise its executions do.
type part struct {
	name    string
	unroll  int
	want    string
	program *model.Program // if it is compared with its executions
}

// byOutcome are the parts that the outcomes of states show. An exploration would be refined before it could be compared.
var byOutcome = []part{
	{name: "GroupsAdded", want: "37: complete, deadlocked"},
	{name: "GroupsEmpty", want: "18: complete, deadlocked"},
	{name: "GroupsOfOne", want: "18: complete, deadlocked"},
	{name: "GroupsOfOther", want: "19: complete, deadlocked"},
	{name: "GroupsMade", want: "39: complete, deadlocked"},
	{name: "GroupsMadeLater", want: "39: complete, deadlocked"},
	{name: "GroupsShared", want: "37: complete, deadlocked"},
	{name: "GroupsStarted", want: "34: complete, deadlocked"},
	{name: "GroupsOfParts", want: "63: deadlocked, failed"},
	{name: "GroupsOfOtherParts", want: "63: deadlocked, failed"},
	{name: "Rounds", unroll: 3, want: "22: assume-blocked"},
	{name: "Clocks", want: "thread 0 (main): clocks.go:8: this loop reads the clock, and may go on until time has passed, which is not decided by states"},
}

// TestStatesOfParts: each part of the local state is needed. LEFT_OUT_PARTS lists parts that a build leaves out where LEFT_OUT names them: package
// mutations makes one.
func TestStatesOfParts(t *testing.T) {
	dir, err := filepath.Abs("testdata/states")
	if err != nil {
		t.Fatal(err)
	}
	p, err := goprog.LoadPackage(".", true, goprog.Options{Dir: dir, Settle: 20})
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Clone(byOutcome)
	for _, file := range []string{"states.go", "parts.go", "races.go", "symmetry.go", "states_test.go"} {
		source, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range functions.FindAllStringSubmatch(string(source), -1) {
			m, err := p.Program(f[1])
			if err != nil {
				t.Fatalf("%s: %v", f[1], err)
			}
			all = append(all, part{name: f[1], program: m})
		}
	}
	for _, f := range all {
		if err := f.check(t, p); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
	}
	for _, left := range strings.Fields(os.Getenv("LEFT_OUT_PARTS")) {
		t.Setenv("LEFT_OUT", left)
		if shows := slices.IndexFunc(all, func(f part) bool { return f.check(t, p) != nil }); shows < 0 {
			t.Errorf("%s is left out, and nothing shows it", left)
		} else {
			t.Logf("%s is left out: %s", left, all[shows].name)
		}
	}
}

// check returns an error if the states of a function are wrong.
func (f part) check(t *testing.T, p *goprog.Package) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	if f.program == nil {
		if got := endingsOf(t, p, f); got != f.want {
			return fmt.Errorf("got %s, want %s", got, f.want)
		}
		return nil
	}
	_, err = statestest.Compare(f.program, "pop", partLimits)
	if errors.Is(err, statestest.ErrTooLarge) {
		return nil
	}
	return err
}

var partLimits = statestest.Limits{Executions: 1500, States: 100_000, Time: longestComparison}

// endingsOf decides a function, and returns the number of its states and their outcomes, or the error.
func endingsOf(t *testing.T, p *goprog.Package, f part) string {
	return statesOf(t, p, f, states.Options{Full: true, FinalVerdicts: true, MaxStates: 100_000})
}

// TestStatesOfKnowers: states that differ only in which goroutine has seen events of others are one.
func TestStatesOfKnowers(t *testing.T) {
	p, err := goprog.LoadPackage(".", true, goprog.Options{Dir: "testdata/states"})
	if err != nil {
		t.Fatal(err)
	}
	f := part{name: "KnownToOne"}
	symmetric := statesOf(t, p, f, states.Options{FinalVerdicts: true})
	if all := statesOf(t, p, f, states.Options{FinalVerdicts: true, WithoutSymmetry: true}); symmetric != "28: complete, raced" || all == symmetric {
		t.Errorf("%s; without symmetry %s", symmetric, all)
	}
}

// statesOf are the number of states and the outcomes.
func statesOf(t *testing.T, p *goprog.Package, f part, o states.Options) string {
	m, err := p.With(goprog.Options{Settle: 2, Unroll: f.unroll}).Program(f.name)
	for err == nil {
		outcomes := map[string]bool{}
		var r states.Result
		r, err = states.Decide(t.Context(), m, o, func(e states.Ended) error {
			outcomes[e.Outcome.String()] = true
			return nil
		})
		if err == nil {
			return fmt.Sprintf("%d: %s", r.States, strings.Join(slices.Sorted(maps.Keys(outcomes)), ", "))
		}
		if coarse, ok := errors.AsType[*front.Refine](err); ok {
			finer, failed := coarse.Again()
			m, err = (*model.Program)(finer), failed
		}
	}
	return err.Error()
}

// TestStatesOfWorkers: a race is found whichever of two workers comes first where, even if only one of them has seen accesses of a variable.
func TestStatesOfWorkers(t *testing.T) {
	p, err := goprog.LoadPackage(".", true, goprog.Options{Dir: "testdata/states"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"StoredBy", "MixedStoredBy"} {
		for turns := range uint64(20) {
			found := statesOf(t, p, part{name: name}, states.Options{FinalVerdicts: true, Full: turns%2 == 0, Workers: 2, Turns: turns + 1})
			if !strings.Contains(found, "raced") {
				t.Errorf("%s, turns %d: %s", name, turns+1, found)
			}
		}
	}
}
