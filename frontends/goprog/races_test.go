package goprog_test

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"dporbench/model"
)

// TestRaces: races are found in exactly the programs that have a data race by Go's memory model, and in each of their executions
// if their names say so.
func TestRaces(t *testing.T) {
	names := declared(t, "testdata/races/races.go")
	for _, function := range names {
		seen := explore(t, program(t, "./testdata/races", function), "pop")
		races := strings.HasPrefix(function, "Race")
		if raced := seen.outcomes[model.Raced] > 0; raced != races {
			t.Errorf("%s: raced is %v: %v %v", function, raced, seen.outcomes, seen.reports)
		}
		if strings.HasPrefix(function, "RaceAlways") && len(seen.outcomes) > 1 {
			t.Errorf("%s: only some executions raced: %v", function, seen.outcomes)
		}
	}
	if len(names) < 30 {
		t.Errorf("%d programs", len(names))
	}
}

// declared returns the names of the exported functions in a file.
func declared(t *testing.T, file string) (names []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range f.Decls {
		if fn := functionName(o); token.IsExported(fn) {
			names = append(names, fn)
		}
	}
	return names
}
