package front

import (
	"slices"

	"dporbench/model/operation"
)

// TimeCalls turns the beginnings and ends of operations into events, so that classes of executions differ in which operations were over
// when others began: Invoke first loads a variable, and Respond finally adds to it, with Apply. So two beginnings commute and, under
// [memory.CommutingSC], so do two ends. Under other models the order of two ends also distinguishes classes, to no purpose.
func (p *Program) TimeCalls() {
	clock := p.Var("calls", 0)
	p.clock = &clock
}

// Invoke says that the thread begins an operation of an object, such as enqueue with the argument 1 of a queue: whatever it
// does up to the next Respond is part of it. The operations of a thread do not overlap. Invoke is not an event, unless
// TimeCalls has been called, and costs next to nothing where no histories are wanted; see package linear.
func (t *Thread) Invoke(object, name string, args ...int64) {
	if t.inside {
		t.refuse("invokes " + name + " of " + object + " inside of an operation: it must call Respond first")
	}
	t.inside = true
	if t.program.clock != nil {
		t.Load(*t.program.clock)
	}
	if t.calls {
		t.lastCall = t.lastCall.Then(operation.Call{Object: object, Operation: name, Values: slices.Clone(args)})
	}
}

// Respond says that the operation begun by Invoke is over, and what it returned.
func (t *Thread) Respond(results ...int64) {
	if !t.inside {
		t.refuse("responds to no operation: it must call Invoke first")
	}
	t.inside = false
	if t.calls {
		t.lastCall = t.lastCall.Then(operation.Call{Response: true, Values: slices.Clone(results)})
	}
	if t.program.clock != nil {
		t.Apply(*t.program.clock, operation.FetchAdd, 1)
	}
}
