// Package simulate predicts how long many workers take for an exploration, from the recorded tree
// of its executions.
package simulate

import (
	"context"
	"sort"

	"dporbench/algos"
	"dporbench/harness/internal/swarm/job"
)

// Tree is an exploration as a single worker does it.
type Tree struct {
	executions []execution
	Events     int64
}

type execution struct {
	end  algos.Task // where the worker was when it was over
	cost int32      // the events executed since the one before was over
}

// Record explores a job.
func Record(ctx context.Context, x *job.Exploration) (*Tree, error) {
	w, err := x.Explorer.NewWorker(x.Program.Program)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	t := &Tree{}
	for rest := algos.Root(); !rest.IsDone(); {
		var stats algos.Stats
		stats, rest, err = w.Explore(ctx, rest, nil, func(*algos.Stats) bool { return false })
		if err != nil {
			return nil, err
		}
		if stats.Executions == 0 {
			break // nothing was left
		}
		t.executions = append(t.executions, execution{rest, int32(stats.Events)})
		t.Events += stats.Events
	}
	return t, nil
}

// Executions is how many there are.
func (t *Tree) Executions() int { return len(t.executions) }

// span is a task of the tree: the executions from next up to end, of those that are no deeper than from.
type span struct{ next, end, from int }

// split cuts in two what is left of s after its execution next-1, as algos.Task.Split does.
func (t *Tree) split(s span) (shallow, deep span, ok bool) {
	for s.next < s.end {
		at := t.executions[s.next-1].end
		at.From = s.from
		other, _, ok := at.Split()
		if !ok {
			return span{}, s, false
		}
		i := s.next + sort.Search(s.end-s.next, func(i int) bool {
			end := t.executions[s.next+i].end
			return end.IsDone() || end.Compare(other) > 0
		})
		if i < s.end {
			shallow, deep = span{i, s.end, s.from}, span{s.next, i, s.from + 1}
			return shallow, deep, deep.next < deep.end
		}
		s.from++ // nothing is left at that depth
	}
	return span{}, s, false
}

// Costs say what takes how long, in seconds.
type Costs struct {
	Event  float64 // executing one
	Task   float64 // what a task costs beside its executions: requests to the server
	Replay float64 // coming to where a task begins, in events
	Notice float64 // until workers know that tasks are wanted
	Budget float64 // for a task if none are wanted
	Least  float64 // before a task is split because tasks are wanted
	Parts  int     // into which it is split at most
}

// Measured are the costs of a swarm on one machine, but for the time of an event, which depends on the program.
func Measured() Costs {
	return Costs{Task: 3e-3, Replay: 200, Notice: 25e-3, Budget: 200e-3, Least: 10e-3, Parts: 8}
}

// Outcome is what so many workers come to.
type Outcome struct {
	Workers int
	Time    float64 // in seconds
	SpeedUp float64 // over one worker without a queue
	Tasks   int
}

// Sequential is the time of one worker without a queue.
func (t *Tree) Sequential(c Costs) float64 { return float64(t.Events) * c.Event }
