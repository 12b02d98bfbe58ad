package optimal

import (
	"slices"

	"dporbench/algos"
	"dporbench/model"
)

// found tells the Observer, if there is one, of the branch that the wakeup tree
// wut(E'), E' = pre(E, e), has been given for a race.
func (x *exploration) found(first int, second model.Event, branch []model.Event) {
	if x.Run.Observer == nil {
		return
	}
	e := x.Run.Machine.Events()
	x.Run.Observer.Found(algos.Reversal{
		E: e, First: e[first], Second: second,
		Prefix: slices.Concat(e[:first], x.nodes.Path()), Schedule: branch,
	})
}

// begun tells the Observer, if there is one, that the leftmost branch of wut(E)
// is next.
func (x *exploration) begun() {
	if x.Run.Observer != nil {
		x.Run.Observer.Begun(x.Run.Machine.Events(), x.nodes.AppendFirst(nil, x.trees[x.Len()]))
	}
}
