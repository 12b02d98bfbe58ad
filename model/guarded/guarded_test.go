package guarded_test

import (
	"fmt"
	"slices"
	"testing"

	"dporbench/model/guarded"
)

// A reader and a writer take turns at a reader-writer lock. Each step reads and replaces one number.
func Example() {
	state := int64(0)
	for _, step := range []guarded.Transition{guarded.ReadLock, guarded.AnnounceWriter} {
		state = step.Next(state)
		fmt.Println(step.Text, "- may a writer enter?", guarded.WriteLock.Enabled(state), "- a second reader?", guarded.ReadLock.Enabled(state))
	}
	state = guarded.ReadUnlock.Next(state)
	fmt.Println("runlock - may a writer enter?", guarded.WriteLock.Enabled(state))
	// Output:
	// rlock - may a writer enter? false - a second reader? true
	// announce lock - may a writer enter? false - a second reader? false
	// runlock - may a writer enter? true
}

// A receiver arrives at an unbuffered channel and parks; a sender hands over its value; the receiver completes.
func ExampleSteps_Communicate() {
	var states table
	steps := &guarded.Steps{Table: &states}
	number := int64(0) // the value of the variable of the channels
	execute := func(s *guarded.Step) *guarded.Outcome {
		for !s.Enabled(number) { // here another thread runs
			send := guarded.Case{Key: 1, Sends: true, Value: 42}
			steps.Communicate([]guarded.Case{send}, false, func(s *guarded.Step) *guarded.Outcome {
				before := number
				number = s.Next(before)
				return s.Outcome(before)
			}, nil)
		}
		before := number
		number = s.Next(before)
		return s.Outcome(before)
	}
	got := steps.Communicate([]guarded.Case{{Key: 1}}, false, execute, nil)
	fmt.Println(got.Value, got.OK, number)
	// Output: 42 true 0
}

// table is a table for one thread. Its numbers count.
type table []guarded.State

func (t *table) State(number int64) guarded.State {
	if number < 1 || int(number) > len(*t) {
		return nil
	}
	return (*t)[number-1]
}

func (t *table) Number(s guarded.State) int64 {
	described := s.Describe()
	if len(described) == 0 {
		return 0
	}
	for i, other := range *t {
		if slices.Equal(other.Describe(), described) {
			return int64(i + 1)
		}
	}
	*t = append(*t, s)
	return int64(len(*t))
}

// TestTry: a step that does not wait changes nothing where it is not enabled, and never a special state.
func TestTry(t *testing.T) {
	try := guarded.AcquirePermit.Try()
	destroyed := guarded.ReadLock.Except(func(state int64) bool { return state == -7 })
	for _, c := range []struct {
		step        guarded.Transition
		state, want int64
		enabled     bool
	}{
		{try, 2, 1, true}, {try, 0, 0, true}, {destroyed, -7, -7, true}, {destroyed, 3, 4, true}, {destroyed, -1, 0, false},
	} {
		if got := c.step.Enabled(c.state); got != c.enabled {
			t.Errorf("%s in %d: enabled is %v", c.step.Text, c.state, got)
		}
		if got := c.step.Next(c.state); c.enabled && got != c.want {
			t.Errorf("%s in %d: %d, want %d", c.step.Text, c.state, got, c.want)
		}
	}
}

// TestOrder: waiters of a condition are woken in the order in which they began, and a signal that nobody waits for is lost.
func TestOrder(t *testing.T) {
	state := guarded.Signal.Next(0)
	var waiters []int64
	for range 3 {
		waiters = append(waiters, guarded.WaiterAfter(state))
		state = guarded.BeginWait.Next(state)
	}
	for woken := range 3 {
		for i, w := range waiters {
			if got, want := guarded.WaitAs(w).Enabled(state), i < woken; got != want {
				t.Errorf("after %d signals, waiter %d continues: %v", woken, i, got)
			}
		}
		state = guarded.Signal.Next(state)
	}
}
