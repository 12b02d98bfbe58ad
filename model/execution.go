package model

import (
	"slices"
	"strconv"

	"dporbench/model/order"
)

// Outcome says how a maximal execution ended.
type Outcome int

// The outcomes. An execution has the first one that applies, in this order:
// failed, stuck (deadlocked, starved or livelocked), raced, assume-blocked, complete. Only a [Judge] finds leaks and what is not
// linearizable; where there is one, the order is raced, failed, not linearizable, assume-blocked, leaked, stuck, complete.
const (
	Complete        Outcome = iota // every thread has ended
	Failed                         // a thread failed: a false Assert, a panic, a bad Unlock
	AssumeBlocked                  // a thread stopped at a false Assume
	Deadlocked                     // no thread goes on: none has ended, or some wait in a circle for mutexes and the ends of threads
	Leaked                         // a thread waits forever, but not the first one; or memory is lost
	Raced                          // two threads access a variable and nothing orders that: see [Thread.With]
	NotLinearizable                // the operations of an object have no order that its specification allows
	Starved                        // threads have ended, and those that have not wait forever, though not in a circle
	Livelocked                     // threads that have not ended wait forever, and one of them goes round a loop
)

var outcomeNames = [...]string{"complete", "failed", "assume-blocked", "deadlocked", "leaked", "raced", "nonlinearizable", "starved", "livelocked"}

// IsStuck reports whether o says that nothing more will ever happen though threads have not ended.
func (o Outcome) IsStuck() bool { return o == Deadlocked || o == Starved || o == Livelocked }

// Judge says more about a maximal execution than is to be seen from its events alone: its outcome, and what went wrong
// if something did. It is for programs that a translator has made, and is called from several goroutines.
type Judge func(events []Event, o Outcome, failure string) (Outcome, string)

// JudgeBy lets j judge the executions of p. A [Glance] is forgotten, since it does not know of j.
func (p *Program) JudgeBy(j Judge) { p.judge, p.glance = j, nil }

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

// IsJudged reports whether p has a [Judge], which finds races of its own.
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

func (o Outcome) String() string { return outcomeNames[o] }

// Verb says what an execution with outcome o does or is, after "that": "failed", "deadlocked", "is not linearizable".
func (o Outcome) Verb() string {
	if o == NotLinearizable {
		return "is not linearizable"
	}
	return o.String()
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

// AfterRaces is how an execution ends that has data races and otherwise this outcome: what is worse is not hidden.
func (o Outcome) AfterRaces() Outcome {
	if o == Complete || o == AssumeBlocked || o == Leaked {
		return Raced
	}
	return o
}

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
