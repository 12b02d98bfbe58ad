package primitives

import "dporbench/model"

// object is a primitive whose state is one variable.
type object struct {
	state model.Var
	name  string
}

func newObject(p *model.Program, name string, initial int64) object {
	return object{p.Var(name, initial), name}
}

// step does a step as soon as the state is ready, and returns the previous state. what is the
// text of the step, before the name.
func (o object) step(t *model.Thread, what string, ready func(int64) bool, next func(int64) int64) int64 {
	t.Note(what+" "+o.name, nil)
	return t.When(o.state, ready, next)
}

// await waits until the state is ready, and reads it.
func (o object) await(t *model.Thread, what string, ready func(int64) bool) int64 {
	t.Note(what+" "+o.name, nil)
	return t.Await(o.state, ready)
}

// try does a step if the state is ready, and reports whether it was.
func (o object) try(t *model.Thread, what string, ready func(int64) bool, next func(int64) int64) bool {
	did := func(state int64) string { return map[bool]string{false: "false", true: "true"}[ready(state)] }
	t.Note(what+" "+o.name, did)
	return ready(t.When(o.state, always, func(state int64) int64 {
		if ready(state) {
			return next(state)
		}
		return state
	}))
}

// must does a step, which fails if the state is not ready.
func (o object) must(t *model.Thread, what, problem string, ready func(int64) bool, next func(int64) int64) {
	before := o.step(t, what, always, func(state int64) int64 {
		if ready(state) {
			return next(state)
		}
		return state
	})
	t.Assert(ready(before), problem)
}

func always(int64) bool { return true }

func plus(n int64) func(int64) int64 { return func(state int64) int64 { return state + n } }
