package litmus_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/litmus"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/memory"
)

// explore counts the final states of a test.
func explore(t *testing.T, test *litmus.Test, o algos.Options) *litmus.Histogram {
	t.Helper()
	return exploreBy(t, "pop", test, o)
}

func exploreBy(t *testing.T, algorithm string, test *litmus.Test, o algos.Options) *litmus.Histogram {
	t.Helper()
	explorer, err := catalog.New(algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	replayer, err := test.NewReplayer(behaviour.Limits{Memory: o.Memory})
	if err != nil {
		t.Fatal(err)
	}
	defer replayer.Close()
	histogram := test.NewHistogram()
	_, err = explorer.Explore(context.Background(), test.Program, func(e *model.Execution) error {
		if e.Outcome() == model.Failed {
			t.Errorf("%s: an execution failed: %s", test.Name, e.Failure())
		}
		if e.Outcome() != model.Complete {
			histogram.Incomplete++
			return nil
		}
		state, err := replayer.Of(e)
		histogram.Add(state)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", test.Name, err)
	}
	return histogram
}

func load(t *testing.T, path string) *litmus.Test {
	t.Helper()
	test, err := litmus.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return test
}

// verdicts reads a table of testdata: by test, the value of each column.
func verdicts(t *testing.T, path string) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(strings.NewReader(string(text)))
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]string{}
	for _, row := range rows[1:] {
		all[row[0]] = map[string]string{}
		for i, column := range rows[0] {
			all[row[0]][column] = row[i]
		}
	}
	return all
}

// TestShapes: the classical shapes have their known verdicts.
func TestShapes(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.litmus")
	if err != nil {
		t.Fatal(err)
	}
	known := verdicts(t, "testdata/verdicts.csv")
	if len(paths) != len(known) {
		t.Errorf("there are %d tests, and %d verdicts", len(paths), len(known))
	}
	for _, path := range paths {
		test := load(t, path)
		if name := strings.TrimSuffix(filepath.Base(path), ".litmus"); name != test.Name {
			t.Errorf("%s is the test %s", path, test.Name)
		}
		for _, m := range []memory.Model{memory.SC, memory.TSO, memory.PSO} {
			h := explore(t, test, algos.Options{Memory: m})
			if got, want := h.Observation(), known[test.Name][m.String()]; got != want {
				t.Errorf("%s: %s under %v, want %s", test.Name, got, m, want)
			}
			if other := exploreBy(t, "trust", test, algos.Options{Memory: m}); !slices.Equal(h.States, other.States) {
				t.Errorf("%s under %v: states by pop %v, by trust %v", test.Name, m, h.States, other.States)
			}
		}
	}
}
