package model

import (
	"fmt"
	"slices"
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
	program *Program
	last    *recording
	idle    []*coroutine // during a check
}

// Isolated is what is known of the isolation of a program.
type Isolated int32

const (
	Unchecked Isolated = iota
	Checked            // CheckIsolation has found nothing
	Assumed            // see [Program.AssumeIsolated]
)

// NewIsolation seals the declarations of p, and checks a first execution of its
// own: that of the last thread that is enabled, up to size events. It should be
// made before any body has run, when the state that bodies share is as its
// builder left it.
func NewIsolation(p *Program, size int) (*Isolation, error) {
	if err := p.seal(); err != nil {
		return nil, err
	}
	i := &Isolation{program: p}
	r := newSideBySide(i, &recording{limit: size})
	return i, i.check(r, r.recordLast)
}

// CheckIsolation checks a first execution of p, up to size events, ahead of the
// explorations of p, which then look for shared state less often: so that it is no
// part of what they take.
func CheckIsolation(p *Program, size int) error {
	_, err := NewIsolation(p, size)
	if err == nil {
		p.known.CompareAndSwap(int32(Unchecked), int32(Checked))
	}
	return err
}

// Check checks a maximal execution of the program, or the first events of one.
func (i *Isolation) Check(events []Event) error {
	if err := i.program.misuse(); err != nil {
		return err
	}
	r := newSideBySide(i, &recording{limit: len(events)})
	return i.check(r, func() error { return r.record(events) })
}

// Cost is about what the next Check of n events costs, in events that are run.
func (i *Isolation) Cost(n int) int {
	const start = 8 // what it takes to start a body
	return 6 * (n + start*len(i.last.threads))
}

// check records an execution and runs it in other orders. In between it runs the
// one recorded before: of any two threads either runs first once when the other
// one has left the values of another execution in the state that they share.
func (i *Isolation) check(r *sideBySide, record func() error) error {
	defer i.stopIdle()
	err := record()
	r.end()
	if err != nil {
		return err
	}
	before := i.last
	if before == nil {
		before = r.recording
	}
	i.last = r.recording
	for _, run := range []struct {
		recording *recording
		order     func(*sideBySide) *difference
	}{
		{before, (*sideBySide).forwards}, {i.last, (*sideBySide).backwards},
		{before, (*sideBySide).backwards}, {i.last, (*sideBySide).forwards},
		{i.last, (*sideBySide).inTurns},
	} {
		if err := i.again(run.recording, run.order); err != nil {
			return err
		}
	}
	return i.program.misuse()
}

// stopIdle ends the coroutines, which a check starts once and uses for many bodies.
func (i *Isolation) stopIdle() {
	for _, c := range i.idle {
		c.stop()
	}
	i.idle = nil
}

// again runs a recorded execution in that order.
func (i *Isolation) again(rec *recording, order func(*sideBySide) *difference) error {
	r := newSideBySide(i, rec)
	found := order(r)
	r.end()
	if found == nil {
		return nil
	}
	return i.explain(rec, found)
}

// explain is the error for a difference. A thread that does not even do the same
// when it is run twice by itself is not deterministic.
func (i *Isolation) explain(rec *recording, found *difference) error {
	if found.got.code == opRefused {
		return &UsageError{Thread: rec.threadName(found.thread), Problem: found.got.message}
	}
	alone := func() operation {
		r := newSideBySide(i, rec)
		defer r.end()
		if d := r.finish(found.thread); d != nil {
			return d.got
		}
		return operation{code: opEnd}
	}
	first, then := alone(), alone()
	if !first.equal(then) {
		return i.nondeterministic(rec, found)
	}
	return &SharedStateError{
		Thread: rec.threadName(found.thread),
		Writer: i.writer(rec, found),
		First:  found.want.describe(i.program),
		Then:   found.got.describe(i.program),
	}
}

func (i *Isolation) nondeterministic(rec *recording, found *difference) error {
	return &NondeterminismError{
		Thread: rec.threadName(found.thread),
		Values: slices.Clone(rec.threads[found.thread].results[:found.at]),
		First:  found.want.describe(i.program),
		Then:   found.got.describe(i.program),
	}
}

// writer names the thread without which the difference is not there, or is "" if
// there is no such thread, or more than one.
func (i *Isolation) writer(rec *recording, found *difference) string {
	for t := range rec.threads {
		r := newSideBySide(i, rec)
		if ThreadID(t) == found.thread || r.isAncestor(ThreadID(t), found.thread) {
			continue
		}
		before := r.finish(found.thread)
		r.end()
		r = newSideBySide(i, rec)
		r.finish(ThreadID(t))
		after := r.finish(found.thread)
		r.end()
		if (before == nil) != (after == nil) || before != nil && !before.got.equal(after.got) {
			return rec.threadName(ThreadID(t))
		}
	}
	return ""
}

// recording holds what the bodies of an execution did when they ran side by side.
type recording struct {
	program *Program
	threads []recorded // by ThreadID
	limit   int        // events at most
}

// recorded holds what one thread did.
type recorded struct {
	asked   []operation // the last one was not done
	results []int64     // of the others
	parent  ThreadID    // of a spawned thread, else NoThread
	spawn   int         // the index of the parent's operation that started it
	nth     int32       // and which Go of the parent that was, counted from 1
}

func (rec *recording) threadName(t ThreadID) string {
	r := &rec.threads[t]
	if r.nth == 0 {
		return fmt.Sprintf("%d (%s)", t, rec.program.threads[t].name)
	}
	return childName(t, r.nth, rec.threadName(r.parent))
}

// difference is an operation that a thread did not do as recorded.
type difference struct {
	thread    ThreadID
	at        int // index of the operation
	want, got operation
}

// equal reports whether the two are the same request.
func (op operation) equal(other operation) bool {
	if op.code == opSpawn && other.code == opSpawn {
		return op.child.name == other.child.name
	}
	return op.code == other.code && op.object == other.object && op.a == other.a && op.b == other.b && op.message == other.message
}
