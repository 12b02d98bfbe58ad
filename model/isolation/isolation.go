// Package isolation checks that the threads of a program share nothing but what the model knows of.
package isolation

import (
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// Isolation checks that the threads of a program share nothing but its
// variables, its mutexes and the results of Joins. Go state that is shared, such
// as a captured variable that one thread writes and another reads, or one that
// outlives the run of a body, is in no event: the executions explored would be
// wrong without a sign of it.
//
// A check runs all bodies of an execution side by side, as its events are
// ordered, and then on the values that their operations returned there in other
// orders: one thread after the other, forwards and backwards, and in turns. A
// body that depends on these values alone does the same in all of them.
//
// What it cannot see is state that has the same value whenever a body reads it.
// An Isolation belongs to one goroutine.
type Isolation struct {
	program *model.Program
	memory  memory.Model
	last    []recorded       // by ThreadID
	idle    model.Coroutines // during a check
}

// New seals the declarations of p, and checks a first execution of its
// own under a memory model: that of the last thread that is enabled, up to size events; where Stores are
// buffered, they are flushed only when no thread is. It should be
// made before any body has run, when the state that bodies share is as its
// builder left it.
func New(p *model.Program, m memory.Model, size int) (*Isolation, error) {
	if err := p.Seal(); err != nil {
		return nil, err
	}
	i := &Isolation{program: p, memory: m}
	return i, i.check(func(r *sideBySide) error { return r.recordLast(size) })
}

// CheckFirst checks a first execution of p under a memory model, up to size events, ahead of the
// explorations of p, which then look for shared state less often: so that it is no
// part of what they take.
func CheckFirst(p *model.Program, m memory.Model, size int) error {
	_, err := New(p, m, size)
	if err == nil {
		p.MarkChecked()
	}
	return err
}

// Check checks a maximal execution of the program, or the first events of one.
func (i *Isolation) Check(events []event.Event) error {
	if err := i.program.Misuse(); err != nil {
		return err
	}
	return i.check(func(r *sideBySide) error { return r.record(events) })
}

// Cost is about what the next Check of n events costs, in events that are run.
func (i *Isolation) Cost(n int) int {
	const start = 8 // what it takes to start a body
	return 6 * (n + start*len(i.last))
}

// check records an execution and runs it in other orders. In between it runs the
// one recorded before: of any two threads either runs first once when the other
// one has left the values of another execution in the state that they share.
func (i *Isolation) check(record func(*sideBySide) error) (err error) {
	defer operation.CatchUsage(&err)
	defer i.idle.Stop()
	r := newSideBySide(i, nil)
	err = r.start()
	if err == nil {
		err = record(r)
	}
	changed := r.anyChanged()
	r.end()
	switch {
	case changed != nil:
		return r.explain(changed)
	case err != nil:
		return err
	}
	before := i.last
	if before == nil {
		before = r.recorded
	}
	i.last = r.recorded
	for _, run := range []struct {
		recorded []recorded
		order    func(*sideBySide) *difference
	}{
		{before, (*sideBySide).forwards}, {i.last, (*sideBySide).backwards},
		{before, (*sideBySide).backwards}, {i.last, (*sideBySide).forwards},
		{i.last, (*sideBySide).inTurns},
	} {
		r := newSideBySide(i, run.recorded)
		found := run.order(r)
		r.end()
		if found != nil {
			return r.explain(found)
		}
	}
	return i.program.Misuse()
}

// difference is an operation that a thread did not do as recorded.
type difference struct {
	thread    event.ThreadID
	at        int // index of the operation
	want, got operation.Operation
	later     bool // they are the same, but for what has changed since
}

// equal takes nil for a thread that did what was recorded.
func (d *difference) equal(other *difference) bool {
	return d == other || d != nil && other != nil && d.got.Equal(other.got)
}

// explain calls a thread nondeterministic that differs when it is run twice by itself.
func (r *sideBySide) explain(found *difference) error {
	thread, first, then := r.ThreadName(found.thread), found.want.Describe(r.program), found.got.Describe(r.program)
	switch {
	case found.got.Code == operation.Refused:
		return &operation.UsageError{Thread: thread, Problem: found.got.Message}
	case r.fickle(found.thread):
		return &behaviour.NondeterminismError{Thread: thread, Values: slices.Clone(r.recorded[found.thread].results[:found.at]), First: first, Then: then}
	}
	return &SharedStateError{thread, r.writer(found), first, then}
}

// fickle reports whether t, run by itself, does not always do the same. It is run often enough that it hardly
// does so by chance.
func (r *sideBySide) fickle(t event.ThreadID) bool {
	first := r.alone(t)
	for range 40 {
		if !r.alone(t).equal(first) {
			return true
		}
	}
	return false
}

// writer names the thread itself if it changes by itself what it has waited for, else the only other thread without
// which the difference is not there, if there is one.
func (r *sideBySide) writer(found *difference) string {
	if d := r.alone(found.thread); d != nil && d.later {
		return r.ThreadName(found.thread)
	}
	for t := range event.ThreadID(len(r.recorded)) {
		if t == found.thread || r.isAncestor(t, found.thread) {
			continue
		}
		if !r.alone(found.thread).equal(r.alone(t, found.thread)) {
			return r.ThreadName(t)
		}
	}
	return ""
}

// alone runs these threads, and those that start them, and returns the difference of the last.
func (r *sideBySide) alone(threads ...event.ThreadID) (d *difference) {
	run := newSideBySide(r.Isolation, r.recorded)
	defer run.end()
	for _, t := range threads {
		d = run.finish(t)
	}
	return d
}
