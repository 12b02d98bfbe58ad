package algos

import "dporbench/model"

// The methods below tell the Observer, if there is one.

// Turns tells that the exploration turns from what it has explored after E to
// the next event of thread t.
func (x *Exploration) NotifyBranch(t model.ThreadID) {
	if x.Observer == nil {
		return
	}
	e, _ := x.Machine.Next(t)
	x.Observer.Begun(x.Machine.Events(), []model.Event{e})
}

// Sleeps tells that thread t, which is asleep after E, is not explored there.
func (x *Exploration) NotifyAsleep(t model.ThreadID) { x.NotifyAsleepAfter(x.Machine.Len(), t) }

// SleepsAfter tells so for the prefix of E of length n.
func (x *Exploration) NotifyAsleepAfter(n int, t model.ThreadID) {
	if x.Observer != nil {
		x.Observer.Asleep(x.Machine.Events()[:n], x.nextAfter(n, t), asleep)
	}
}

// asleep says why a thread is asleep, after Godefroid.
func asleep() string {
	return "it has been explored, here or after a shorter prefix, and nothing that depends on it has come since"
}

// Backtracks tells that thread t is to be explored after the prefix of E of
// length n, since the event that comes there races with second; or, if t is
// asleep there, that it is not.
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

// nextAfter is the next event of thread t after the prefix of E of length n.
func (x *Exploration) nextAfter(n int, t model.ThreadID) model.Event {
	for _, e := range x.Machine.Events()[n:] {
		if e.Thread == t {
			return e
		}
	}
	e, _ := x.Machine.Next(t)
	return e
}

// Ended tells that the exploration begun last has come to its end with E, and
// not with an execution.
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
