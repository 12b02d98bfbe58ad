package guarded

// Transition is a step of an object: one event that replaces the object's state.
type Transition struct {
	Text    string                  // as executions show it, before the name of the object: "lock"
	Enabled func(state int64) bool  // total and pure, as is Next
	Next    func(state int64) int64 // the state after it, for a state in which it is enabled; nil if it only reads the state
	Ops     []SyncOp                // how it synchronises; not to be changed
}

// Try returns t for a thread that does not wait: it is always enabled, and changes nothing where t is not enabled.
// Given the state before, t.Enabled reports whether it succeeded.
func (t Transition) Try() Transition {
	enabled, next := t.Enabled, t.Next
	t.Enabled = Always
	t.Next = func(state int64) int64 {
		if enabled(state) {
			return next(state)
		}
		return state
	}
	return t
}

// Except returns t for objects with special states, such as one that is destroyed: in these it is enabled too, and changes
// nothing.
func (t Transition) Except(special func(state int64) bool) Transition {
	enabled, next := t.Enabled, t.Next
	t.Enabled = func(state int64) bool { return special(state) || enabled(state) }
	t.Next = func(state int64) int64 {
		if special(state) {
			return state
		}
		return next(state)
	}
	return t
}

// Always is the guard of a step that never waits.
func Always(int64) bool { return true }

// IsZero is the guard of a step that waits for a count to be zero, or for a lock to be free.
func IsZero(state int64) bool { return state == 0 }

// IsPositive is the guard of a step that takes one of several.
func IsPositive(state int64) bool { return state > 0 }

// Plus returns the update that adds n.
func Plus(n int64) func(state int64) int64 { return func(state int64) int64 { return state + n } }
