package model

import (
	"slices"
	"strconv"

	"dporbench/model/order"
)

// JudgeBy lets j judge the executions of p. A [Glance] is forgotten, since it does not know of j.
func (p *Program) JudgeBy(j Judge) { p.judge, p.glance = j, nil }

// GlanceBy has explorations look at executions before the [Judge] of p does, where they have just been run: begin makes what each
// of them looks with.
func (p *Program) GlanceBy(begin func() Glance) { p.glance = begin }

// Glance is what one exploration looks at executions with, or nil.
func (p *Program) Glance() Glance {
	if p.glance == nil {
		return nil
	}
	return p.glance()
}

// WhenExplored has release called whenever an exploration of p has ended: it frees what the [Judge] keeps for the executions
// to come. Other explorations may still go on.
func (p *Program) WhenExplored(release func()) {
	before := p.release
	p.release = func() {
		if before != nil {
			before()
		}
		release()
	}
}

// Explored is called when an exploration of p has ended.
func (p *Program) Explored() {
	if p.release != nil {
		p.release()
	}
}

// IsJudged reports whether p has a [Judge].
func (p *Program) IsJudged() bool { return p.judge != nil }

// JudgedBy is the judge of p, or nil.
func (p *Program) JudgedBy() Judge { return p.judge }

// ShowBy lets show write the values of variables.
func (p *Program) ShowBy(show func(value int64) string) { p.show = show }

// ShowValue writes what a variable holds.
func (p *Program) ShowValue(v int64) string {
	if p.show == nil {
		return strconv.FormatInt(v, 10)
	}
	return p.show(v)
}

// Judged is how an execution ends as the [Judge] of p sees it, if there is one.
func (p *Program) Judged(events func() []Event, o Outcome, failure string) (Outcome, string) {
	if p.judge == nil {
		return o, failure
	}
	return p.judge(events(), o, failure)
}

// Execution is one maximal execution, as an explorer hands it to visit. It
// belongs to the explorer and is valid until visit returns; copy what is to be
// kept longer (Key is already a copy).
type Execution struct {
	order   func() []Event // which makes the events when they are first asked for, or nil
	events  []Event
	outcome Outcome
	failure string
	program *Program // nil if, as far as known, its threads make no variables
	races   []Race
}

// Race is a data race of an execution: the positions of two events, of which a flush stands for its Store.
type Race struct{ First, Second int }

// WithRaces is e with these data races, which are not copied.
func (e *Execution) WithRaces(races []Race) *Execution {
	e.races = races
	return e
}

// Races are the data races of e that the memory orders of its accesses leave, by their second events. Those that a
// [Judge] finds are not among them. The slice must not be changed.
func (e *Execution) Races() []Race { return e.races }

// NewExecution is for explorers. It does not copy events. failure says which
// thread failed and why, and is empty unless outcome is Failed.
func NewExecution(events []Event, outcome Outcome, failure string) *Execution {
	return &Execution{events: events, outcome: outcome, failure: failure}
}

// NewExecution is NewExecution for a program whose threads may make variables. events is called only if somebody asks for
// them: an explorer of graphs then has to find an order.
func (p *Program) NewExecution(events func() []Event, outcome Outcome, failure string) *Execution {
	return &Execution{order: events, outcome: outcome, failure: failure, program: p}
}

// Clone returns a copy that stays valid.
func (e *Execution) Clone() *Execution {
	c := *e
	c.order, c.events, c.races = nil, slices.Clone(e.Events()), slices.Clone(e.races)
	return &c
}

// Events is the execution as a sequence. The slice must not be changed.
func (e *Execution) Events() []Event {
	if e.order != nil {
		e.events, e.order = e.order(), nil
	}
	return e.events
}

// Outcome reports how the execution ended.
func (e *Execution) Outcome() Outcome { return e.outcome }

// Failure says which thread failed first, and why, or what races first; it is empty unless the
// outcome is Failed or Raced, or a [Judge] has something to say.
func (e *Execution) Failure() string { return e.failure }

// Key is the canonical key of the execution's happens-before trace: two
// executions of one program have the same key exactly if they are equivalent
// (Definition 2). It is computed from the events alone; see [order.ClassKey].
func (e *Execution) Key() string {
	if e.program == nil {
		return order.ClassKey(e.Events())
	}
	return e.program.ClassKey(e.Events())
}

// ClassKey is [order.ClassKey] for an execution of p. What threads make is identified by its place in a walk over
// the trace, so that the key does not depend on what explorations have seen before.
func (p *Program) ClassKey(events []Event) string {
	return string(order.NewKeyer(p).Append(nil, events))
}
