package algos_test

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/algos/sleepset"
	"dporbench/algos/source"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// Every algorithm explores every program. Those that promise it visit each class once, so
// that there are as many executions as classes; they differ in what else they do.
func ExampleExplorer() {
	p := smallprog.MustBuild("p: x=1; a=y | q: y=1; b=x")
	for _, algorithm := range []struct {
		name string
		new  func(algos.Options) algos.Explorer
	}{{"sleepset", sleepset.New}, {"source", source.New}, {"pop", pop.New}} {
		classes := map[string]bool{}
		stats, err := algorithm.new(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
			classes[e.Key()] = true
			return nil
		})
		fmt.Println(algorithm.name, len(classes), "classes,", stats.Executions, "executions,", stats.Redundant, "redundant, error", err)
	}
	// Output:
	// sleepset 3 classes, 3 executions, 1 redundant, error <nil>
	// source 3 classes, 3 executions, 0 redundant, error <nil>
	// pop 3 classes, 3 executions, 0 redundant, error <nil>
}

// ErrStop ends an exploration: here with the first execution that fails.
func ExampleErrStop() {
	p := smallprog.MustBuild("p: x=1 | q: a=x; assert a!=1")
	stats, err := pop.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		if e.Outcome() != model.Failed {
			return nil
		}
		fmt.Println(e.Failure())
		return algos.ErrStop
	})
	fmt.Println(stats.Failed, "failed, error", err)
	// Output:
	// 1 (q): assert: assert a!=1
	// 1 failed, error <nil>
}

// An algorithm in twenty lines: it visits every interleaving, and so repeats classes.
func ExampleNewExplorer() {
	var explore func(x *algos.Exploration) error
	explore = func(x *algos.Exploration) error {
		enabled := x.AppendEnabled(nil)
		if len(enabled) == 0 {
			return x.Maximal()
		}
		for _, t := range enabled {
			for value := range x.Machine.Values(t) { // more than one only at a Choose
				x.Machine.Choose(value)
				if _, err := x.Step(t); err != nil {
					return err
				}
				if err := explore(x); err != nil {
					return err
				}
				x.Machine.Undo()
			}
		}
		return nil
	}
	everything := algos.NewExplorer(algos.Options{}, explore)
	stats, err := everything.Explore(context.Background(), smallprog.MustBuild("p: x=1; a=y | q: y=1; b=x"), nil)
	fmt.Println(stats.Executions, "executions of", stats.Events, "events, error", err)
	// Output:
	// 6 executions of 18 events, error <nil>
}
