package model_test

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
)

// A program is built of variables, mutexes and threads; an explorer visits one
// execution of each class.
func ExampleProgram() {
	p := model.NewProgram("message")
	data, flag := p.Var("data", 0), p.Var("flag", 0)
	p.Thread("sender", func(t *model.Thread) {
		t.Store(data, 42)
		t.Store(flag, 1)
	})
	p.Thread("receiver", func(t *model.Thread) {
		if t.Load(flag) == 1 {
			t.Assert(t.Load(data) == 42, "the data is there")
		}
	})

	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	stats, err := pop.Explore(context.Background(), p, func(e *model.Execution) error {
		fmt.Println(e.Outcome(), len(e.Events()))
		return nil
	})
	fmt.Println(stats.Executions, "executions,", stats.Failed, "failed, error", err)
	// Output:
	// complete 3
	// complete 4
	// 2 executions, 0 failed, error <nil>
}
