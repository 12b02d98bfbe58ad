package ifs_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/ifs"
	"dporbench/algos/sleepset"
	"dporbench/benchmarks"
	"dporbench/model"
)

// TestAnswersAreRemembered: the oracle meets fewer dead ends than sleep sets do, because two states may have the same
// answer.
func TestAnswersAreRemembered(t *testing.T) {
	p := benchmarks.Dispatcher(2)
	with, without := explore(t, ifs.New, p), explore(t, sleepset.New, p)
	if with.Executions != 32 || without.Executions != 32 || with.Redundant >= without.Redundant {
		t.Errorf("%d executions, %d dead ends; with sleep sets alone %d and %d; want 32 of both, and fewer dead ends",
			with.Executions, with.Redundant, without.Executions, without.Redundant)
	}
}

func explore(t *testing.T, explorer func(algos.Options) algos.Explorer, p *model.Program) algos.Stats {
	t.Helper()
	stats, err := explorer(algos.Options{}).Explore(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}
