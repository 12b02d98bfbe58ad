package wakeup

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
)

// Trees holds the unexplored part of wut(E'), for E and all its prefixes. It notifies the Observer of an
// exploration, if there is one.
type Trees struct {
	Pool
	run *algos.Exploration
	all []Tree // by |E'|
}

// NewTrees returns the Trees of the empty execution.
func NewTrees(x *algos.Exploration) Trees { return Trees{run: x, all: make([]Tree, 1)} }

// Last is wut(E).
func (t *Trees) Last() *Tree { return &t.all[len(t.all)-1] }

// Push makes E one event longer, with below as its wut(E).
func (t *Trees) Push(below Tree) { t.all = append(t.all, below) }

// Pop makes E one event shorter.
func (t *Trees) Pop() { t.all = t.all[:len(t.all)-1] }

// InsertAt is insert[E'](v, wut(E')), for the prefix E' of the given length, where v reverses the race of the event after E'
// with second.
func (t *Trees) InsertAt(length int, v Sequence, second event.Event) {
	if t.run.Observer == nil {
		t.Insert(&t.all[length], v, nil)
		return
	}
	e, path := t.run.Machine.Events(), []event.Event{}
	if branch := t.Insert(&t.all[length], v, &path); branch != nil {
		t.run.Observer.Found(algos.Reversal{
			E: e, First: e[length], Second: second,
			Prefix: withIndexes(slices.Concat(e[:length], path), length), Schedule: branch,
		})
	}
}

// Begun is called when the leftmost branch of wut(E) is explored next, after something else.
func (t *Trees) Begun() {
	if t.run.Observer == nil {
		return
	}
	e := t.run.Machine.Events()
	next := withIndexes(t.appendFirst(slices.Clone(e), *t.Last()), len(e))
	t.run.Observer.Begun(e, next[len(e):])
}

// withIndexes sets the Index, which a tree does not keep, of the events from n on.
func withIndexes(e []event.Event, n int) []event.Event {
	done := map[event.ThreadID]int32{}
	for i := range e {
		done[e[i].Thread]++
		if i >= n {
			e[i].Index = done[e[i].Thread]
		}
	}
	return e
}
