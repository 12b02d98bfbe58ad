package algos

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/model/event"
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

// notifyChoices is called when thread t will be explored after E. If t is at a choice, its other values, which are
// explored later, are reported as if each raced with the value 0.
func (x *Exploration) notifyChoices(t event.ThreadID) {
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

// NotifyAsleep is called when thread t is not explored after E because it is asleep there.
func (x *Exploration) NotifyAsleep(t event.ThreadID) { x.NotifyAsleepAfter(x.Machine.Len(), t) }

// NotifyAsleepAfter is NotifyAsleep for the prefix of E of length n.
func (x *Exploration) NotifyAsleepAfter(n int, t event.ThreadID) {
	if x.Observer != nil {
		x.Observer.Asleep(x.Machine.Events()[:n], x.nextAfter(n, t), whyAsleep)
	}
}

// whyAsleep is the reason why a thread is in one of Godefroid's sleep sets.
func whyAsleep() string {
	return "it has been explored, here or after a shorter prefix, and nothing that depends on it has come since"
}

// NotifyBacktrack is called when thread t will be explored after the prefix of E of length n,
// because the next event in E races with second; or will not be, because t is asleep there.
func (x *Exploration) NotifyBacktrack(n int, second event.Event, t event.ThreadID, asleep bool) {
	switch {
	case x.Observer == nil:
	case asleep:
		x.NotifyAsleepAfter(n, t)
	default:
		e, begin := x.Machine.Events(), x.nextAfter(n, t)
		if begin.Kind == event.Choice {
			begin.Object = 0 // its other values follow; see notifyChoices
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

// Ended is called when the current branch has ended at E, other than with a maximal
// execution. An error must be returned.
func (x *Exploration) Ended(how Ending) error {
	if x.Observer != nil {
		x.Observer.Ended(x.Machine.Events(), End{How: how})
	}
	return x.caller.cancelled()
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

// NextEvent is the next event of thread t after the prefix of E of length n, for the description of a State.
func (x *Exploration) NextEvent(n int, t event.ThreadID) event.Event { return x.nextAfter(n, t) }
