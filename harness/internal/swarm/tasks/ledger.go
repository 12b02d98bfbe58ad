package tasks

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// Ledger adds up the records of a job, in any order. It depends on nothing else, so it can be rebuilt from them.
//
// It has an entry for each task. A task is created if it is the root, or if a record that counts leaves it. A record
// counts if its task is created. So the records that count form a tree from the root, in which every execution
// of a created task is counted in its record or belongs to exactly one of the tasks that the record leaves.
// When each created task has a record, the total is exact, whatever other records there are: see
// docs/many-machines.md.
type Ledger struct {
	job     string
	tasks   map[string]*entry // by ID, if they are created or have a record
	waiting map[string][]byte // if they are created and have no record
	aside   map[string]*entry // if they have a record and are not created
	counted []*entry          // created, and with a record

	Stats   algos.Stats
	Wall    time.Duration // of all tasks together
	Classes Sum
}

// entry is a task, with the first record that has been added of it.
type entry struct {
	task    algos.Task
	created bool
	by      *entry  // whose record leaves it; nil for the root, and if it is not created
	record  *Record // without its certificate; nil if there is none
	sum     digest  // of that record
}

type digest [16]byte

// NewLedger returns the ledger of an unexplored job.
func NewLedger(job string) *Ledger {
	root := algos.Root()
	encoded := root.Append(nil)
	id := ID(job, encoded)
	return &Ledger{
		job:     job,
		tasks:   map[string]*entry{id: {task: root, created: true}},
		waiting: map[string][]byte{id: encoded},
		aside:   map[string]*entry{},
	}
}

// Add adds a record. A record that has been added before changes nothing. It returns an error if the exploration
// of a created task has failed, if a task is created twice, or if a record does not fit its task; and a [Twice] if
// the task has another record, which is the one that counts.
func (l *Ledger) Add(r Record) error {
	if r.Job != l.job {
		return fmt.Errorf("task %s: its record is of another exploration", Name(r.Task))
	}
	task, err := algos.ParseTask(r.Task)
	if err == nil {
		err = r.Fits()
	}
	if err != nil {
		return fmt.Errorf("task %s: its record, by %s, is wrong: %w", Name(r.Task), r.By(), err)
	}
	id, sum := ID(l.job, r.Task), r.digest()
	e := l.tasks[id]
	switch {
	case e == nil:
		e = &entry{task: task}
		l.tasks[id] = e
	case e.record != nil && e.sum != sum:
		return &Twice{Task: r.Task, Workers: [2]string{e.record.By(), r.By()}}
	case e.record != nil:
		return nil
	}
	r.Certificate = nil
	e.record, e.sum = &r, sum
	if !e.created {
		l.aside[id] = e
		return nil
	}
	return l.count(e)
}

// count counts the record of a created task, then the records set aside of the tasks that it leaves, and so on.
func (l *Ledger) count(e *entry) error {
	for ready := []*entry{e}; len(ready) > 0; {
		e, ready = ready[0], ready[1:]
		if err := e.record.Failed(); err != nil {
			return fmt.Errorf("task %s: %w", Name(e.record.Task), err)
		}
		delete(l.waiting, ID(l.job, e.record.Task))
		l.counted = append(l.counted, e)
		l.Stats.Add(e.record.Stats)
		l.Wall += e.record.Wall
		l.Classes.Add(e.record.Classes)
		for _, child := range e.record.Children {
			c, err := l.create(child, e)
			if err != nil {
				return err
			}
			if c.record != nil {
				ready = append(ready, c)
			}
		}
	}
	return nil
}

// create creates a task that the record of by leaves.
func (l *Ledger) create(task []byte, by *entry) (*entry, error) {
	id := ID(l.job, task)
	e := l.tasks[id]
	switch {
	case e == nil:
		parsed, err := algos.ParseTask(task)
		if err != nil {
			return nil, err
		}
		e = &entry{task: parsed}
		l.tasks[id] = e
	case e.created:
		return nil, fmt.Errorf("task %s is left by two records: by %v and by %v: these are not of one exploration", Name(task), e.by, by)
	}
	e.created, e.by = true, by
	if e.record == nil {
		l.waiting[id] = task
	}
	delete(l.aside, id)
	return e, nil
}

// String names the record of e as the origin of a task.
func (e *entry) String() string {
	if e == nil {
		return "the start of the exploration"
	}
	return fmt.Sprintf("%s's of task %s", e.record.By(), Name(e.record.Task))
}

// Twice means that a task has two records that differ.
type Twice struct {
	Task    []byte
	Workers [2]string // that made them
}

func (t *Twice) Error() string {
	return fmt.Sprintf("task %s has two records that differ, by %s and by %s", Name(t.Task), t.Workers[0], t.Workers[1])
}

// By names the worker that made the record.
func (r Record) By() string {
	if r.Worker == "" {
		return "a worker"
	}
	return r.Worker
}

// digest identifies the record.
func (r Record) digest() (d digest) {
	sum := sha256.Sum256(r.Encode())
	copy(d[:], sum[:])
	return d
}

// Done reports whether each created task has a record.
func (l *Ledger) Done() bool { return len(l.waiting) == 0 }

// Tasks is the number of records that count.
func (l *Ledger) Tasks() int { return len(l.counted) }

// CountedFrom are the records that count, without their certificates, in the order in which they were added, from a number on.
func (l *Ledger) CountedFrom(n int) (records []Record) {
	for _, e := range l.counted[n:] {
		records = append(records, *e.record)
	}
	return records
}

// Waiting are the tasks without a record, by ID.
func (l *Ledger) Waiting() map[string][]byte { return l.waiting }

// Aside are tasks with records that do not count: no record that counts leaves these tasks. A record that did is missing.
func (l *Ledger) Aside() (tasks []Record) {
	for _, e := range l.aside {
		tasks = append(tasks, *e.record)
	}
	slices.SortFunc(tasks, func(a, b Record) int { return slices.Compare(a.Task, b.Task) })
	return tasks
}

// Counts reports whether r is the record of its task that counts.
func (l *Ledger) Counts(r Record) bool {
	e := l.tasks[ID(l.job, r.Task)]
	return e != nil && e.created && e.record != nil && e.sum == r.digest()
}

// Place locates an execution: it is number In within Task, and number Number of all. Both
// count from 1, in the order in which a single worker finds them.
type Place struct {
	Task       algos.Task
	In, Number int64
}

// First is the first execution with an outcome that is a failure. The job must have been explored completely.
func (l *Ledger) First(o model.Outcome) (Place, bool) {
	before := int64(0)
	for _, e := range l.sorted() {
		if n := e.record.First[o]; n > 0 {
			return Place{e.task, n, before + n}, true
		}
		before += e.record.Stats.Executions
	}
	return Place{}, false
}

// InOrder returns the IDs of the tasks whose records count, in the order in which a single worker finds them.
func (l *Ledger) InOrder() []string {
	ids := make([]string, len(l.counted))
	for i, e := range l.sorted() {
		ids[i] = ID(l.job, e.record.Task)
	}
	return ids
}

// sorted returns the tasks whose records count, in the order in which a single worker finds them.
func (l *Ledger) sorted() []*entry {
	return slices.SortedFunc(slices.Values(l.counted), func(a, b *entry) int { return a.task.Compare(b.task) })
}
