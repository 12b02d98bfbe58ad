package machine_test

import (
	"fmt"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
)

// An explorer drives a machine: it asks which threads are enabled, executes one event at a time, and takes events back.
// This one enumerates all interleavings of two threads, without any reduction.
func Example() {
	p := model.NewProgram("two increments")
	x := p.Var("x", 0)
	for _, name := range []string{"p", "q"} {
		p.Thread(name, func(t *model.Thread) { t.Store(x, t.Load(x)+1) })
	}
	m, err := machine.New(p, behaviour.Limits{MaxSteps: 100})
	if err != nil {
		panic(err)
	}
	defer m.Close()

	ends := map[int64]int{} // executions by the last value of x
	var explore func()
	explore = func() {
		threads := m.AppendEnabled(nil)
		if len(threads) == 0 {
			ends[m.Value(x.Number())]++
		}
		for _, t := range threads {
			if _, err := m.Step(t); err != nil {
				panic(err)
			}
			explore()
			m.Undo()
		}
	}
	explore()
	fmt.Println("executions that end with x = 1:", ends[1])
	fmt.Println("executions that end with x = 2:", ends[2])
	// Output:
	// executions that end with x = 1: 4
	// executions that end with x = 2: 2
}
