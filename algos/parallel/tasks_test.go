package parallel

import (
	"testing"

	"dporbench/algos"
)

// TestTurns: a worker that has a task when a turn begins is to advance, even if it has not begun to explore.
func TestTurns(t *testing.T) {
	tasks := newTasks(2, State{Tasks: []algos.Task{algos.Root(), algos.Root()}})
	first, _ := tasks.get(0)
	caught := tasks.nextTurn()
	if _, ok := tasks.get(1); !ok || !tasks.isToAdvance(0) || tasks.isToAdvance(1) {
		t.Errorf("to advance are %t and %t, want the first", tasks.isToAdvance(0), tasks.isToAdvance(1))
	}
	if tasks.advance(0, algos.Stats{}, first); tasks.isToAdvance(0) {
		t.Error("it is to advance again")
	}
	select {
	case <-caught:
	default:
		t.Error("the turn has not ended, though all that had a task have advanced")
	}
}
