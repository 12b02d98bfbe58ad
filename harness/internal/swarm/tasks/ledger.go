package tasks

import (
	"fmt"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// Ledger adds up the records of a job, in any order. It depends on nothing else, so it can be
// rebuilt from them.
type Ledger struct {
	job      string
	created  int               // tasks: the root, and the children of all records
	waiting  map[string][]byte // tasks that have no record yet, by ID
	recorded map[string]bool   // IDs
	parts    []part

	Stats   algos.Stats
	Wall    time.Duration // of all tasks together
	Classes Sum
}

type part struct {
	task       algos.Task
	executions int64
	first      map[model.Outcome]int64
}

// NewLedger returns the ledger of an unexplored job.
func NewLedger(job string) *Ledger {
	root := algos.Root().Append(nil)
	return &Ledger{
		job: job, created: 1,
		waiting:  map[string][]byte{ID(job, root): root},
		recorded: map[string]bool{},
	}
}

// Add adds a record. It ignores a second record of a task. An error in the record is returned.
func (l *Ledger) Add(r Record) error {
	if err := r.Failed(); err != nil {
		return fmt.Errorf("task %x: %w", r.Task, err)
	}
	id := ID(l.job, r.Task)
	if l.recorded[id] {
		return nil
	}
	task, err := algos.ParseTask(r.Task)
	if err != nil {
		return fmt.Errorf("record of task %x: %w", r.Task, err)
	}
	l.recorded[id] = true
	delete(l.waiting, id)
	for _, child := range r.Children {
		l.created++
		if id := ID(l.job, child); !l.recorded[id] {
			l.waiting[id] = child
		}
	}
	l.parts = append(l.parts, part{task, r.Stats.Executions, r.First})
	l.Stats.Add(r.Stats)
	l.Wall += r.Wall
	l.Classes.Add(r.Classes)
	return nil
}

// Done reports whether everything has been explored. It returns an error if the records are not of one exploration.
func (l *Ledger) Done() (bool, error) {
	if len(l.waiting) == 0 && l.created != len(l.recorded) {
		return false, fmt.Errorf("there are %d records of %d tasks: they are not of one exploration", len(l.recorded), l.created)
	}
	return len(l.waiting) == 0, nil
}

// Tasks is the number of tasks with a record.
func (l *Ledger) Tasks() int { return len(l.recorded) }

// Waiting are the tasks without a record, by ID.
func (l *Ledger) Waiting() map[string][]byte { return l.waiting }

// Place locates an execution: it is number In within Task, and number Number of all. Both
// count from 1, in the order in which a single worker finds them.
type Place struct {
	Task       algos.Task
	In, Number int64
}

// First is the first execution with an outcome that is a failure. The job must have been explored completely.
func (l *Ledger) First(o model.Outcome) (Place, bool) {
	before := int64(0)
	for _, p := range l.sorted() {
		if n := p.first[o]; n > 0 {
			return Place{p.task, n, before + n}, true
		}
		before += p.executions
	}
	return Place{}, false
}

// InOrder returns the IDs of the tasks with a record, in the order in which a single worker finds them.
func (l *Ledger) InOrder() []string {
	ids := make([]string, len(l.parts))
	for i, p := range l.sorted() {
		ids[i] = ID(l.job, p.task.Append(nil))
	}
	return ids
}

// sorted returns the parts in the order in which a single worker finds them.
func (l *Ledger) sorted() []part {
	slices.SortFunc(l.parts, func(a, b part) int { return a.task.Compare(b.task) })
	return l.parts
}
