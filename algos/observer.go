package algos

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
)

// Observer follows an exploration, so that it can be drawn and explained. It has no
// influence on what is explored.
//
// The exploration is a tree, with a leaf for each branch that ends. The first branch
// begins at the empty execution, every other one where Begun says. Branches nest: in
// an eager algorithm, others begin and end before one that has begun continues. Ended
// refers to the branch begun last among those that have not ended. If the exploration
// is stopped or fails, the remaining ones never end.
//
// All methods are called by the goroutine that explores. Slices belong to the
// explorer, and are valid until the method returns.
type Observer interface {
	// Found: a race of the current branch will be reversed, at once or later, or
	// never if that turns out to be redundant. Begun says when.
	Found(r Reversal)
	// Begun: a new branch begins with prefix and schedule. It reverses the race that
	// was Found with this Prefix and Schedule, if there is one. An algorithm that
	// reverses no races has schedules of one event.
	Begun(prefix, schedule []event.Event)
	// Asleep: the event asleep is not explored after E, because by a sleep set
	// everything that begins that way is explored elsewhere. reason, which is valid
	// until Asleep returns, explains that in the algorithm's terms. E is a prefix of
	// the current branch or, if there is none, of the last one.
	Asleep(e []event.Event, asleep event.Event, reason func() string)
	// Ended: the current branch has ended with E.
	Ended(e []event.Event, end End)
}

// Reversal is a race and how it is reversed. For an explorer of graphs, the
// executions are linearisations; package trust says which.
type Reversal struct {
	E []event.Event // the execution in which the race was found
	// First and Second are e and e' of the race. e' is in E, or is an event that E
	// leaves pending: an enabled one, or a Lock that is never granted. If e is a
	// choice, e' is the same one with another value.
	First, Second event.Event
	Prefix        []event.Event // what comes before
	// Schedule comes after Prefix instead: a schedule, a wakeup sequence, or a single
	// event. A CompareAndSwap may have another kind when it is executed there.
	Schedule []event.Event
}

// End says how an exploration ended.
type End struct {
	How     Ending
	Outcome model.Outcome // of a maximal execution
	Failure string
}

// Ending is a way for a branch to end.
type Ending int

// The endings.
const (
	Executed  Ending = iota // with a maximal execution, which visit gets next
	Redundant               // every enabled thread is asleep: counted as redundant
	Blocked                 // the last event of E, part of the schedule, is asleep: nothing was explored
	Known                   // at a configuration that has been explored before
)

// The methods below notify the Observer, if there is one.

// NotifyBranch is called when the exploration, having explored something else after
// E, continues there with the next event of thread t.
func (x *Exploration) NotifyBranch(t event.ThreadID) {
	if x.Observer == nil {
		return
	}
	e, _ := x.Machine.Next(t)
	x.Observer.Begun(x.Machine.Events(), []event.Event{e})
}

// NotifyChoices is called when thread t will be explored after E. If it is at a choice, its other
// values follow later, as if each raced with the value 0.
func (x *Exploration) NotifyChoices(t event.ThreadID) {
	if x.Observer == nil {
		return
	}
	e := x.Machine.Events()
	first, _ := x.Machine.Next(t)
	for value := int32(1); value < x.Machine.Values(t); value++ {
		second := first
		second.Object = value
		x.Observer.Found(Reversal{
			E: append(slices.Clone(e), first), First: first, Second: second, Prefix: e, Schedule: []event.Event{second},
		})
	}
}

// NotifyAsleep is called when thread t is not explored after E, where it is asleep.
func (x *Exploration) NotifyAsleep(t event.ThreadID) { x.NotifyAsleepAfter(x.Machine.Len(), t) }

// NotifyAsleepAfter is NotifyAsleep for the prefix of E of length n.
func (x *Exploration) NotifyAsleepAfter(n int, t event.ThreadID) {
	if x.Observer != nil {
		x.Observer.Asleep(x.Machine.Events()[:n], x.nextAfter(n, t), asleep)
	}
}

// asleep is the reason why a thread is in one of Godefroid's sleep sets.
func asleep() string {
	return "it has been explored, here or after a shorter prefix, and nothing that depends on it has come since"
}

// NotifyBacktrack is called when thread t will be explored after the prefix of E of
// length n, because the next event in E races with second; or will not, because t is
// asleep there.
func (x *Exploration) NotifyBacktrack(n int, second event.Event, t event.ThreadID, asleep bool) {
	switch {
	case x.Observer == nil:
	case asleep:
		x.NotifyAsleepAfter(n, t)
	default:
		e, begin := x.Machine.Events(), x.nextAfter(n, t)
		if begin.Kind == event.Choice {
			begin.Object = 0 // its other values follow; see NotifyChoices
		}
		x.Observer.Found(Reversal{
			E: e, First: e[n], Second: second, Prefix: e[:n], Schedule: []event.Event{begin},
		})
	}
}

func (x *Exploration) nextAfter(n int, t event.ThreadID) event.Event {
	for _, e := range x.Machine.Events()[n:] {
		if e.Thread == t {
			return e
		}
	}
	e, _ := x.Machine.Next(t)
	return e
}

// Ended is called when the current branch has ended with E, other than by a maximal
// execution. An error must be returned.
func (x *Exploration) Ended(how Ending) error {
	if x.Observer != nil {
		x.Observer.Ended(x.Machine.Events(), End{How: how})
	}
	return x.cancelled()
}

// Redundant counts an exploration that a sleep set blocked. An error must be
// returned.
func (x *Exploration) Redundant() error {
	x.Stats.Redundant++
	return x.Ended(Redundant)
}

// Describe returns an event as text: "q.2 write z" is the second event of thread q.
// If several threads are called q, the second one is q#2. A thread started by another
// one is called t with its number; the actor that flushes the stores of q is q'.
func (x *Exploration) Describe(e event.Event) string {
	return fmt.Sprintf("%s.%d %v %s", x.threadName(e.Thread), e.Index, e.Kind, x.objectName(e))
}

func (x *Exploration) threadName(t event.ThreadID) string {
	if issuer, ok := x.Machine.IssuerOf(t); ok {
		return x.threadName(issuer) + "'"
	}
	if int(t) >= x.Program.NumThreads() {
		return fmt.Sprintf("t%d", t)
	}
	name, n := x.Program.ThreadName(t), 1
	for other := range t {
		if x.Program.ThreadName(other) == name {
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s#%d", name, n)
	}
	return name
}

func (x *Exploration) objectName(e event.Event) string {
	switch {
	case e.Kind.OnVariable():
		return x.Program.VarName(e.Object)
	case e.Kind.OnMutex():
		return x.Program.MutexName(e.Object)
	}
	if e.Kind == event.Choice {
		return strconv.Itoa(int(e.Object))
	}
	return x.threadName(event.ThreadID(e.Object))
}

// List describes events, with a separator between them.
func (x *Exploration) List(events []event.Event, separator string) string {
	described := make([]string, len(events))
	for i, e := range events {
		described[i] = x.Describe(e)
	}
	return strings.Join(described, separator)
}
