package goprog

import (
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/states/statestest"
	"dporbench/linear"
	"dporbench/linear/spec"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestLinear: operations that Go programs mark with package linear/mark are judged. The numbers are those of full enumeration.
func TestLinear(t *testing.T) {
	stack, err := spec.Lookup("stack")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := LoadPackage("./testdata/linear", false, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		function string
		question linear.Question
		fails    bool
	}{{"Treiber", linear.RealTime, false}, {"Torn", linear.RealTime, true}, {"Torn", linear.Observed, true},
		{"ExploreTreiber", linear.RealTime, false}, {"ExploreTorn", linear.RealTime, true}} {
		var counts [2][2]int64
		for i, algorithm := range []string{"pop", "exhaustive"} {
			p, err := programs.Program(c.function)
			if err != nil {
				t.Fatal(err)
			}
			if err := linear.Demand(p, memory.SC, linear.Property{Of: map[string]porcupine.Model{"s": stack.Model}, Question: c.question, Check: stack.Check}); err != nil {
				t.Fatal(err)
			}
			explorer, err := catalog.New(algorithm, algos.Options{})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := explorer.Explore(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			counts[i] = [2]int64{stats.Executions, stats.NonLinearizable}
		}
		if counts[0] != counts[1] || counts[0][1] > 0 != c.fails || counts[0][1] == counts[0][0] {
			t.Errorf("%s, %v: executions, and those not linearizable: %v, by full enumeration %v", c.function, c.question, counts[0], counts[1])
		}
	}
}

// TestStatesOfHistories: states and classes agree on which functions have executions that are not linearizable.
func TestStatesOfHistories(t *testing.T) {
	of := map[string]porcupine.Model{}
	for _, name := range []string{"stack", "register"} {
		s, err := spec.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		of[name[:1]] = s.Model
	}
	programs, err := LoadPackage("./testdata/linear", false, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for function, fails := range map[string]bool{"Treiber": false, "Torn": true, "ExploreTreiber": false, "ExploreTorn": true, "Held": false, "Stale": true, "Given": true, "Alike": false, "Lost": true} {
		violated, err := statestest.CompareHistories(func() (*model.Program, error) {
			p, err := programs.Program(function)
			if err == nil {
				err = linear.Demand(p, memory.SC, linear.Property{Of: of})
			}
			return p, err
		}, "pop", statestest.Limits{Executions: 20_000, States: 100_000, Time: time.Minute})
		if err != nil || violated != fails {
			t.Errorf("%s: violated %v, error %v", function, violated, err)
		}
	}
}
