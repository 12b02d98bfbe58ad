package algos

import "dporbench/model/event"

// ChooseFirst is called when thread t will be explored after E: if it is at a choice, with the value 0 first.
func (x *Exploration) ChooseFirst(t event.ThreadID) {
	x.notifyChoices(t)
	x.Machine.Choose(0)
}

// ChoosesNext is called when e has been taken off E. It reports whether e is a choice that has another value, and then its
// thread, which must be explored next, chooses that.
func (x *Exploration) ChoosesNext(e event.Event) bool {
	if e.Kind != event.Choice || e.Value()+1 >= x.Machine.Values(e.Thread) {
		return false
	}
	x.Machine.Choose(e.Value() + 1)
	x.NotifyBranch(e.Thread)
	return true
}
