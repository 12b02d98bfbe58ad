// Package isolation checks that the threads of a program share no state outside the model.
package isolation

import (
	"fmt"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// Isolation checks that the threads of a program share nothing but its
// variables, its mutexes and the results of Joins. Shared Go state, such
// as a captured variable that one thread writes and another reads, or one that
// outlives the run of a body, is in no event: the executions explored would be
// silently wrong.
//
// A check runs all bodies of an execution side by side, in the order of its events, and
// then on the values that their operations returned there in other orders: one thread
// after the other, forwards and backwards, and in turns. A body that depends on these
// values alone does the same in all of them.
//
// It cannot detect state that has the same value whenever a body reads it. An Isolation
// belongs to one goroutine.
type Isolation struct {
	program *front.Program
	memory  memory.Model
	last    []recorded       // by ThreadID
	idle    front.Coroutines // during a check
}

// New seals the declarations of p, and checks a first execution of its own under a memory model, which
// always runs the last enabled thread, up to size events; buffered Stores are flushed only when no
// thread is enabled. It should be called before any body has run, when the state that bodies share is as
// its builder left it.
func New(of *model.Program, m memory.Model, size int) (*Isolation, error) {
	p := (*front.Program)(of)
	if err := p.Seal(); err != nil {
		return nil, err
	}
	i := &Isolation{program: p, memory: m}
	return i, i.check(func(r *sideBySide) error { return r.recordLast(size) })
}

// CheckFirst checks a first execution of p under a memory model, up to size events, before p is
// explored, so that the check is not counted as part of the explorations, which then look for
// shared state less often.
func CheckFirst(p *model.Program, m memory.Model, size int) error {
	_, err := New(p, m, size)
	if err == nil {
		(*front.Program)(p).MarkChecked()
	}
	return err
}

// CheckRebuilt checks another first execution, which always runs the first enabled thread, of a program that has been built again
// for this. State that a thread changes once and for all is noticed only where another thread reads it before: CheckFirst
// finds that for those declared later, and CheckRebuilt for those declared earlier.
func CheckRebuilt(p *model.Program, m memory.Model, size int) error {
	i := &Isolation{program: (*front.Program)(p), memory: m}
	if err := i.program.Seal(); err != nil {
		return err
	}
	return i.check(func(r *sideBySide) error { return r.recordFirst(size) })
}

// Check checks a maximal execution of the program, or a prefix of one.
func (i *Isolation) Check(events []event.Event) error {
	if err := i.program.Misuse(); err != nil {
		return err
	}
	return i.check(func(r *sideBySide) error { return r.record(events) })
}

// Cost estimates the cost of the next Check of n events, in events that are run.
func (i *Isolation) Cost(n int) int {
	const start = 8 // the cost of starting a body
	return 6 * (n + start*len(i.last))
}

// check records an execution and runs it in other orders. In between it runs the one
// recorded before: of any two threads, each once runs first when the other has left the
// values of another execution in the state that they share.
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
	if err := i.checkGuards(); err != nil {
		return err
	}
	return i.program.Misuse()
}

// checkGuards runs the last execution again without calling the functions of its Awaits and Whens. A body that then does
// something else reads what such a function has changed.
func (i *Isolation) checkGuards() error {
	waits := func(op operation.Operation) bool { g := op.Guard(); return g != nil && !g.Trusted }
	if !slices.ContainsFunc(i.last, func(rec recorded) bool { return slices.ContainsFunc(rec.asked, waits) }) {
		return nil
	}
	r := newSideBySide(i, i.last)
	r.quiet = true
	found := r.forwards()
	r.end()
	if found == nil {
		return nil
	}
	before := r.recorded[found.thread].asked[:found.at]
	at := len(before) - 1
	for at > 0 && !waits(before[at]) {
		at--
	}
	if at < 0 || !waits(before[at]) {
		return r.explain(found)
	}
	return &operation.UsageError{Thread: r.ThreadName(found.thread), Problem: fmt.Sprintf(
		"waits at %q with a function that changes Go state, which the thread reads afterwards: it does %q, and %q if the function is not called. "+
			"The function must only look at its argument", before[at].Describe(r.program), found.want.Describe(r.program), found.got.Describe(r.program))}
}

// difference is an operation that a thread did not do as recorded.
type difference struct {
	thread    event.ThreadID
	at        int // index of the operation
	want, got operation.Operation
	later     bool  // they are the same, except for state that has changed since
	refusal   error // if the thread was stopped instead
}

// equal compares differences; nil stands for a thread that did as recorded.
func (d *difference) equal(other *difference) bool {
	return d == other || d != nil && other != nil && d.got.Equal(other.got)
}

// explain returns the error for a difference: nondeterminism if the thread also differs when it is run twice by itself.
func (r *sideBySide) explain(found *difference) error {
	thread, first, then := r.ThreadName(found.thread), found.want.Describe(r.program), found.got.Describe(r.program)
	switch {
	case found.refusal != nil:
		return found.refusal
	case r.fickle(found.thread):
		return &behaviour.NondeterminismError{Thread: thread, Values: slices.Clone(r.recorded[found.thread].results[:found.at]), First: first, Then: then}
	}
	return &SharedStateError{thread, r.writer(found), first, then}
}

// fickle reports whether t, run by itself, does not always do the same. It is run often enough that it hardly
// ever does so by chance.
func (r *sideBySide) fickle(t event.ThreadID) bool {
	first := r.alone(t)
	for range 40 {
		if !r.alone(t).equal(first) {
			return true
		}
	}
	return false
}

// writer names the thread itself if it changes by itself the state that it has waited for, and otherwise the first
// other thread that changes its operations by running before it, if there is one.
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

// alone runs these threads, and the threads that start them, and returns the difference of the last one.
func (r *sideBySide) alone(threads ...event.ThreadID) (d *difference) {
	run := newSideBySide(r.Isolation, r.recorded)
	defer run.end()
	for _, t := range threads {
		d = run.finish(t)
	}
	return d
}
