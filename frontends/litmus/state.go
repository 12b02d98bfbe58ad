package litmus

import (
	"fmt"
	"strconv"
	"strings"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
)

// Replayer finds the final states of executions of a test. It must be closed.
type Replayer struct {
	test     *Test
	machine  *machine.Replay
	returned [][]int64 // by thread: the results of its operations
}

// NewReplayer returns a replayer for executions under the given limits.
func (t *Test) NewReplayer(l behaviour.Limits) (*Replayer, error) {
	m, err := machine.NewReplay(t.Program, l)
	return &Replayer{test: t, machine: m, returned: make([][]int64, len(t.threads))}, err
}

// Close ends the Replayer.
func (r *Replayer) Close() { r.machine.Close() }

// State is a final state: the values of the locations that the test shows, written as herd does. Holds says
// whether it satisfies the condition's proposition; a state for which Counts is false is ignored.
type State struct {
	Text          string
	Holds, Counts bool
}

// Of returns the state in which a complete execution ends.
func (r *Replayer) Of(e *model.Execution) (State, error) {
	if err := r.replay(e); err != nil {
		return State{}, err
	}
	registers := make([][]int64, len(r.test.threads))
	for n, c := range r.test.threads {
		registers[n] = r.test.run(c, &recorded{returned: r.returned[n]})
	}
	value := func(l Location) int64 {
		if l.Thread < 0 {
			return r.machine.Value(r.test.variableOf(l.index))
		}
		return registers[l.Thread][l.index]
	}
	var text strings.Builder
	for i, l := range r.test.shown {
		if i > 0 {
			text.WriteByte(' ')
		}
		fmt.Fprintf(&text, "%v=%s;", l, r.test.valueText(value(l)))
	}
	c := r.test.Condition
	return State{text.String(), c.holds.in(value), c.filter == nil || c.filter.in(value)}, nil
}

// replay leaves the machine at the end of e.
func (r *Replayer) replay(e *model.Execution) error {
	r.machine.Rewind(nil)
	for t := range r.returned {
		r.returned[t] = r.returned[t][:0]
	}
	for _, event := range e.Events() {
		if _, err := r.machine.Follow(event); err != nil {
			return err
		}
		result := r.machine.Result()
		if result == "" {
			continue
		}
		value, err := strconv.ParseInt(result, 10, 64)
		if err != nil {
			return err
		}
		r.returned[event.Thread] = append(r.returned[event.Thread], value)
	}
	return nil
}

// variableOf returns the number of a variable in the program, where locks are not counted.
func (t *Test) variableOf(i int) int32 {
	n := int32(0)
	for _, x := range t.locations[:i] {
		if !x.isLock {
			n++
		}
	}
	return n
}

// recorded reruns the code of a thread with the recorded results of its operations.
type recorded struct{ returned []int64 }

func (r *recorded) do(i *instruction, _ int, _, _ int64) (value int64) {
	if i.code.returns() {
		value, r.returned = r.returned[0], r.returned[1:]
	}
	return value
}

func (r *recorded) at(string, bool) {}
func (r *recorded) fail(string)     {}
