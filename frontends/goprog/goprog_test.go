package goprog_test

import (
	"context"
	"fmt"
	"go/ast"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
)

// packages are the packages of testdata, which are read once for all tests.
var packages sync.Map

func load(t *testing.T, pattern string) *goprog.Package {
	t.Helper()
	return loadWith(t, pattern, goprog.Options{})
}

// loadWith loads a package once for each set of options.
func loadWith(t *testing.T, pattern string, o goprog.Options) *goprog.Package {
	t.Helper()
	p, err := loadAll(pattern, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func loadAll(pattern string, o goprog.Options) (*goprog.Package, error) {
	known, _ := packages.LoadOrStore(fmt.Sprint(pattern, o), sync.OnceValues(func() (*goprog.Package, error) {
		return goprog.LoadPackage(pattern, false, o)
	}))
	return known.(func() (*goprog.Package, error))()
}

func program(t *testing.T, pattern, function string) *model.Program {
	t.Helper()
	return programWith(t, pattern, function, goprog.Options{})
}

func programWith(t *testing.T, pattern, function string, o goprog.Options) *model.Program {
	t.Helper()
	p, err := loadWith(t, pattern, o).Program(function)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// explored is the result of an exploration.
type explored struct {
	executions int
	outcomes   map[model.Outcome]int
	reports    map[string]int // of the executions that are not complete
	classes    map[string]int
}

func explore(t *testing.T, p *model.Program, algorithm string) explored {
	t.Helper()
	e, err := exploreAll(p, algorithm)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func exploreAll(p *model.Program, algorithm string) (explored, error) {
	seen := explored{0, map[model.Outcome]int{}, map[string]int{}, map[string]int{}}
	explorer, err := catalog.New(algorithm, algos.Options{})
	if err != nil {
		return seen, err
	}
	_, err = explorer.Explore(context.Background(), p, func(e *model.Execution) error {
		seen.executions++
		seen.outcomes[e.Outcome()]++
		seen.classes[e.Key()]++
		if e.Failure() != "" {
			seen.reports[e.Failure()]++
		}
		return nil
	})
	return seen, err
}

// TestEveryClass: as full enumeration shows, no class is missing, and none is visited twice.
func TestEveryClass(t *testing.T) {
	for function, want := range map[string]map[model.Outcome]int{
		"Locked2": {model.Complete: 2}, "Locked3": {model.Complete: 6}, "Unlocked": {model.Raced: 4},
		"LoadStore": {model.Complete: 8, model.Failed: 8}, "Tickets2": {model.Complete: 2}, "SpinLock": {model.Complete: 2},
		"Stack2": {model.Complete: 22, model.AssumeBlocked: 12}, "Table": {model.Complete: 32}, "Stream": {model.Complete: 54},
		"Crossed": {model.Complete: 2, model.Deadlocked: 1}, "GivenUp": {model.Complete: 6, model.Leaked: 5},
		"Gate": {model.Complete: 40}, "MissedSignal": {model.Complete: 2, model.Deadlocked: 1},
	} {
		t.Run(function, func(t *testing.T) {
			p := program(t, "./testdata/programs", function)
			seen, all := explore(t, p, "pop"), explore(t, p, "exhaustive")
			for o, n := range seen.outcomes {
				if want[o] != n {
					t.Errorf("%d executions %v, want %d", n, o, want[o])
				}
			}
			for class := range all.classes {
				if seen.classes[class] != 1 {
					t.Errorf("a class is visited %d times", seen.classes[class])
				}
			}
			if len(seen.classes) != len(all.classes) {
				t.Errorf("%d classes, want %d", len(seen.classes), len(all.classes))
			}
		})
	}
}

// TestComplete: all executions of correct programs are complete.
func TestComplete(t *testing.T) {
	for _, function := range []string{"Timeout", "Stopped", "Pooled", "Shared", "Workers"} {
		seen := explore(t, program(t, "./testdata/programs", function), "pop")
		if seen.executions == 0 || seen.outcomes[model.Complete] != seen.executions {
			t.Errorf("%s: %v %v", function, seen.outcomes, seen.reports)
		}
	}
}

// TestTimersLast: a timer that fires last is too late if something else could continue, and in time if nothing could.
func TestTimersLast(t *testing.T) {
	p, err := goprog.LoadPackage("./testdata/programs", false, goprog.Options{TimersLast: true})
	if err != nil {
		t.Fatal(err)
	}
	for function, sometimes := range map[string]bool{"Answered": true, "Polled": true, "Late": false} {
		anytime := explore(t, program(t, "./testdata/programs", function), "pop")
		if failed := anytime.outcomes[model.Failed] > 0; failed != sometimes {
			t.Errorf("%s at any moment: %v %v", function, anytime.outcomes, anytime.reports)
		}
		m, err := p.Program(function)
		if err != nil {
			t.Fatal(err)
		}
		last := explore(t, m, "pop")
		if last.outcomes[model.Complete] != last.executions || last.executions == 0 || last.executions > anytime.executions {
			t.Errorf("%s, last: %v %v", function, last.outcomes, last.reports)
		}
	}
}

// TestTicker: a ticker that has ticked as often as it may causes no deadlock.
func TestTicker(t *testing.T) {
	seen := explore(t, program(t, "./testdata/programs", "Ticking"), "pop")
	if seen.outcomes[model.Complete] == 0 || seen.outcomes[model.AssumeBlocked] == 0 || len(seen.outcomes) != 2 {
		t.Errorf("%v %v", seen.outcomes, seen.reports)
	}
}

// TestAlgorithmsAgree: other algorithms see the same number of executions.
func TestAlgorithmsAgree(t *testing.T) {
	for _, function := range []string{"Locked3", "LoadStore", "GivenUp"} {
		p := program(t, "./testdata/programs", function)
		want := explore(t, p, "pop")
		for _, algorithm := range []string{"optimal", "trust", "sleepset"} {
			if seen := explore(t, p, algorithm); len(seen.classes) != len(want.classes) || len(seen.reports) != len(want.reports) {
				t.Errorf("%s, %s: %d classes, want %d", function, algorithm, len(seen.classes), len(want.classes))
			}
		}
	}
}

// rooms are the packages below goprog/internal. Each may import those before it.
var rooms = []string{"loading", "memory", "machine", "reflection", "world", "library", "compiling", "judging"}

func TestRoomsImportThoseBelow(t *testing.T) {
	const inside = "dporbench/frontends/goprog/internal/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, inside+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		at := slices.Index(rooms, strings.TrimPrefix(words[0], inside))
		if at < 0 {
			t.Errorf("%s has no place among the rooms", words[0])
			continue
		}
		seen++
		for _, imported := range words[1:] {
			if room, ok := strings.CutPrefix(imported, inside); ok && !slices.Contains(rooms[:at], room) {
				t.Errorf("%s imports %s, which is not below it", words[0], imported)
			}
		}
	}
	if seen != len(rooms) {
		t.Errorf("%d rooms, want %d", seen, len(rooms))
	}
}

// functionName returns the name of a function that is no method, or "".
func functionName(d ast.Decl) string {
	if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
		return fn.Name.Name
	}
	return ""
}
