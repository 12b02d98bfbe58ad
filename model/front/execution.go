package front

import (
	"slices"
	"strconv"

	"dporbench/model/event"
	"dporbench/model/order"
)

// SetVerdict makes v decide how executions of p end.
func (p *Program) SetVerdict(v Verdict) { p.verdict = v }

// Verdict returns the Verdict of p, or nil if the events alone decide.
func (p *Program) Verdict() Verdict { return p.verdict }

// Decide applies the Verdict of p, if it has one, to an execution. events is called only then.
func (p *Program) Decide(events func() []event.Event, o Outcome, failure string) (Outcome, string) {
	if p.verdict == nil {
		return o, failure
	}
	return p.verdict.Decide(events(), o, failure)
}

// Explored must be called when an exploration of p has ended.
func (p *Program) Explored() {
	if p.verdict != nil {
		p.verdict.Release()
	}
}

// ShowBy makes show format the values of variables, given by number.
func (p *Program) ShowBy(show func(variable int32, value int64) string) { p.show = show }

// ShowValue formats a value of a variable.
func (p *Program) ShowValue(variable int32, v int64) string {
	if p.show == nil {
		return strconv.FormatInt(v, 10)
	}
	return p.show(variable, v)
}

// LeaveOut makes drawings of executions leave out the Loads of variables, given by number, for whose results noted is true: a translator's own,
// that have found nothing.
func (p *Program) LeaveOut(noted func(variable int32, result int64) bool) { p.noted = noted }

// LeavesOut reports whether drawings leave out a Load with that result.
func (p *Program) LeavesOut(variable int32, result int64) bool {
	return p.noted != nil && p.noted(variable, result)
}

// Execution is one maximal execution, as an explorer hands it to visit. It
// belongs to the explorer and is valid until visit returns; copy what is to be
// kept longer (Key is already a copy).
type Execution struct {
	order   func() []event.Event // makes the events when they are first needed, or nil
	events  []event.Event
	outcome Outcome
	failure string
	program *Program // nil if, as far as known, its threads make no variables
	races   []Race
}

// Race is a data race of an execution: the positions of two events, where a flush stands for its Store.
type Race struct{ First, Second int }

// WithRaces sets the data races of e, without copying them, and returns e.
func (e *Execution) WithRaces(races []Race) *Execution {
	e.races = races
	return e
}

// Races returns the data races of e that the memory orders of its accesses leave, sorted by their second events.
// Races that a [Verdict] finds are not among them. The slice must not be changed.
func (e *Execution) Races() []Race { return e.races }

// NewExecution is for explorers. It does not copy events. failure says which
// thread failed and why, and is empty unless outcome is Failed.
func NewExecution(events []event.Event, outcome Outcome, failure string) *Execution {
	return &Execution{events: events, outcome: outcome, failure: failure}
}

// NewExecution is NewExecution for a program whose threads may make variables. events is called only if they are asked
// for, since an explorer of graphs then has to find an order.
func (p *Program) NewExecution(events func() []event.Event, outcome Outcome, failure string) *Execution {
	return &Execution{order: events, outcome: outcome, failure: failure, program: p}
}

// Clone returns a copy that stays valid.
func (e *Execution) Clone() *Execution {
	c := *e
	c.order, c.events, c.races = nil, slices.Clone(e.Events()), slices.Clone(e.races)
	return &c
}

// Events returns the execution as a sequence. The slice must not be changed.
func (e *Execution) Events() []event.Event {
	if e.order != nil {
		e.events, e.order = e.order(), nil
	}
	return e.events
}

// Outcome reports how the execution ended.
func (e *Execution) Outcome() Outcome { return e.outcome }

// Failure says which thread failed first, and why, or what races first; it is empty unless the
// outcome is Failed or Raced, or a [Verdict] has set it.
func (e *Execution) Failure() string { return e.failure }

// Key returns the canonical key of the execution's happens-before trace: two executions
// of one program have the same key if and only if they are equivalent (Definition 2). It
// is computed from the events alone; see [order.ClassKey].
func (e *Execution) Key() string {
	if e.program == nil {
		return order.ClassKey(e.Events())
	}
	return e.program.ClassKey(e.Events())
}

// ClassKey is [order.ClassKey] for an execution of p. Variables made by threads are identified by their places in
// a walk over the trace, so the key does not depend on what explorations have seen before.
func (p *Program) ClassKey(events []event.Event) string {
	return string(order.NewKeyer(p).Append(nil, events))
}
