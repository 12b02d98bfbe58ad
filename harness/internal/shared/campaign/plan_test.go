package campaign

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/harness/internal/shared/program"
	"dporbench/results"
)

// turns returns the order of the algorithms in each round of a plan.
func turns(plan []results.Run) map[string][]string {
	rounds := map[string][]string{}
	for _, run := range plan {
		round := fmt.Sprint(run.Name(), " ", run.Repetition)
		rounds[round] = append(rounds[round], run.Algorithm)
	}
	return rounds
}

func TestPlanInterleavesAlgorithms(t *testing.T) {
	algorithms := []string{"a", "b", "c"}
	plan := slices.Collect(Plan([]program.Spec{{Kind: program.Benchmark{Name: "x"}}, {Kind: program.Benchmark{Name: "y", Params: []int{1}}}}, algorithms, 20, common))
	if len(plan) != 2*20*3 {
		t.Fatalf("%d runs", len(plan))
	}
	for i, run := range plan {
		if round := i / 3; run.Repetition != round%20+1 || run.Name() != []string{"x", "y 1"}[round/20] {
			t.Errorf("run %d is %s, repetition %d", i, run.Name(), run.Repetition)
		}
	}
	first := map[string]int{}
	for round, turn := range turns(plan) {
		first[turn[0]]++
		if slices.Sort(turn); !slices.Equal(turn, algorithms) {
			t.Errorf("round %s has %q", round, turn)
		}
	}
	if len(first) != 3 {
		t.Errorf("only some algorithms ever come first: %v", first)
	}
}

func TestPlanDependsOnTheSeedAlone(t *testing.T) {
	plan := func(seed uint64) []results.Run {
		common := common
		common.Seed = seed
		return slices.Collect(Plan([]program.Spec{{Kind: program.Benchmark{Name: "x"}}}, []string{"a", "b", "c"}, 20, common))
	}
	if diff := cmp.Diff(plan(5), plan(5)); diff != "" {
		t.Errorf("two plans from one seed differ:\n%s", diff)
	}
	if cmp.Equal(turns(plan(5)), turns(plan(6))) {
		t.Error("two seeds, one plan")
	}
}
