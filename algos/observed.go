package algos

import "dporbench/model"

// The methods below notify the Observer, if there is one.

// NotifyBranch is called when the exploration, having explored something else after
// E, continues there with the next event of thread t.
func (x *Exploration) NotifyBranch(t model.ThreadID) {
	if x.Observer == nil {
		return
	}
	e, _ := x.Machine.Next(t)
	x.Observer.Begun(x.Machine.Events(), []model.Event{e})
}

// NotifyAsleep is called when thread t is not explored after E, where it is asleep.
func (x *Exploration) NotifyAsleep(t model.ThreadID) { x.NotifyAsleepAfter(x.Machine.Len(), t) }

// NotifyAsleepAfter is NotifyAsleep for the prefix of E of length n.
func (x *Exploration) NotifyAsleepAfter(n int, t model.ThreadID) {
	if x.Observer != nil {
		x.Observer.Asleep(x.Machine.Events()[:n], x.nextAfter(n, t), asleep)
	}
}

// asleep is the reason why a thread is in one of Godefroid's sleep sets.
func asleep() string {
	return "it has been explored, here or after a shorter prefix, and nothing that depends on it has come since"
}

// NotifyBacktrack is called when thread t is to be explored after the prefix of E of
// length n, because the event that comes there in E races with second; or is not, if
// it is asleep there.
func (x *Exploration) NotifyBacktrack(n int, second model.Event, t model.ThreadID, asleep bool) {
	switch {
	case x.Observer == nil:
	case asleep:
		x.NotifyAsleepAfter(n, t)
	default:
		e := x.Machine.Events()
		x.Observer.Found(Reversal{
			E: e, First: e[n], Second: second, Prefix: e[:n], Schedule: []model.Event{x.nextAfter(n, t)},
		})
	}
}

func (x *Exploration) nextAfter(n int, t model.ThreadID) model.Event {
	for _, e := range x.Machine.Events()[n:] {
		if e.Thread == t {
			return e
		}
	}
	e, _ := x.Machine.Next(t)
	return e
}

// Ended is called when the current branch has ended with E, other than by a maximal
// execution.
func (x *Exploration) Ended(how Ending) {
	if x.Observer != nil {
		x.Observer.Ended(x.Machine.Events(), End{How: how})
	}
}

// Redundant counts an exploration that a sleep set blocked. An error must be
// returned.
func (x *Exploration) Redundant() error {
	x.Ended(Redundant)
	x.Stats.Redundant++
	return x.cancelled()
}
