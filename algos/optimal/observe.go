package optimal

import (
	"slices"

	"dporbench/algos"
	"dporbench/model"
)

// found tells the Observer, if there is one, of the branch that the wakeup tree
// wut(E'), E' = pre(E, e), has been given for a race.
func (x *exploration) found(first int, second model.Event, branch []model.Event) {
	if x.Observer == nil {
		return
	}
	e := x.Machine.Events()
	x.Observer.Found(algos.Reversal{
		E: e, First: e[first], Second: second,
		Prefix: slices.Concat(e[:first], x.nodes.Path()), Schedule: branch,
	})
}

// begun tells the Observer, if there is one, that the leftmost branch of wut(E)
// is next.
func (x *exploration) begun() {
	if x.Observer != nil {
		x.Observer.Begun(x.Machine.Events(), x.nodes.AppendFirst(nil, x.trees[x.Len()]))
	}
}
