package algos

import "dporbench/model/event"

// ChooseFirst is called before thread t is explored after E. If t is at a choice, it takes the value 0.
func (x *Exploration) ChooseFirst(t event.ThreadID) {
	x.notifyChoices(t)
	x.Machine.Choose(0)
}

// ChoosesNext is called after e has been popped from E. It reports whether e is a choice with another value; if so,
// its thread takes that value, and must be explored next.
func (x *Exploration) ChoosesNext(e event.Event) bool {
	if e.Kind != event.Choice || e.Value()+1 >= x.Machine.Values(e.Thread) {
		return false
	}
	x.Machine.Choose(e.Value() + 1)
	x.NotifyBranch(e.Thread)
	return true
}
