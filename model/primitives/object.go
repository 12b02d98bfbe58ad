package primitives

import (
	"strconv"

	"dporbench/model"
	"dporbench/model/guarded"
)

// object is a primitive whose state is one variable.
type object struct {
	state model.Var
	name  string
}

func newObject(p *model.Program, name string, initial int64) object {
	return object{p.Var(name, initial), name}
}

// step executes a step of the object as soon as it is enabled, and returns the previous state.
func (o object) step(t *model.Thread, s guarded.Transition) (before int64) {
	t.Note(s.Text+" "+o.name, nil)
	if s.Next == nil {
		return t.Await(o.state, s.Enabled)
	}
	return t.When(o.state, s.Enabled, s.Next)
}

// try executes a step if it is enabled, and reports whether it was.
func (o object) try(t *model.Thread, s guarded.Transition) bool {
	t.Note("try "+s.Text+" "+o.name, func(state int64) string { return strconv.FormatBool(s.Enabled(state)) })
	return s.Enabled(t.When(o.state, guarded.Always, s.Try().Next))
}

// must executes a step, and fails if it is not enabled.
func (o object) must(t *model.Thread, s guarded.Transition, problem string) {
	t.Assert(s.Enabled(o.step(t, s.Try())), problem)
}
