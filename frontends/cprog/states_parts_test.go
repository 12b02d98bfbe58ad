package cprog_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/algos/states/statestest"
	"dporbench/frontends/cprog"
	"dporbench/model"
)

// statesPart is a program that shows why a part of the local state is needed.
type statesPart struct {
	name    string
	program *model.Program
}

// TestStatesOfParts: each part of the local state is needed. LEFT_OUT_PARTS lists parts that a build leaves out where LEFT_OUT names them: package
// mutations makes one.
func TestStatesOfParts(t *testing.T) {
	all := statesParts(t)
	for _, p := range all {
		if err := p.check(); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
	for _, left := range strings.Fields(os.Getenv("LEFT_OUT_PARTS")) {
		t.Setenv("LEFT_OUT", left)
		if shows := slices.IndexFunc(all, func(p statesPart) bool { return p.check() != nil }); shows < 0 {
			t.Errorf("%s is left out, and nothing shows it", left)
		} else {
			t.Logf("%s is left out: %s", left, all[shows].name)
		}
	}
}

// statesParts returns the programs in testdata/states, and a few random ones.
func statesParts(t *testing.T) (all []statesPart) {
	const file = "testdata/states/parts.c"
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	add := func(name, file string, o cprog.Options) {
		p, err := cprog.Load(file, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, statesPart{name, p})
	}
	for _, m := range regexp.MustCompile(`(?m)^#(?:el)?if defined (\w+)$`).FindAllSubmatch(source, -1) {
		add(string(m[1]), file, cprog.Options{Define: []string{string(m[1])}, Races: cprog.Look})
	}
	return all
}

// check returns an error if the states of a program are wrong.
func (p statesPart) check() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	_, err = statestest.Compare(p.program, "pop", statestest.Limits{Executions: 1000, States: 20_000, Time: 10 * time.Second})
	if errors.Is(err, statestest.ErrTooLarge) {
		return nil
	}
	return err
}
