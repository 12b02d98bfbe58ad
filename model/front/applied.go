package front

import "dporbench/model/operation"

// Applied records what is known about the variables that Applies access.
type Applied struct {
	types  map[appliedTo]operation.IntType
	uses   map[int32]uses
	waited bool // one of them is waited for
}

// appliedTo is a variable, and the code of the Applies to it.
type appliedTo struct {
	object int32
	code   operation.Code
}

// uses says how a variable has been used.
type uses struct {
	applied, waited bool
	grown, atLeast  bool // the same where the Applies only add what is not negative, and threads wait for some least value
}

func (u uses) and(v uses) uses {
	return uses{u.applied || v.applied, u.waited || v.waited, u.grown || v.grown, u.atLeast || v.atLeast}
}

// conflict reports whether which Applies let a thread continue depends on more than how many there are.
func (u uses) conflict() bool { return u.applied && (u.waited || u.atLeast) || u.grown && u.waited }

// NewApplied returns an Applied without variables.
func NewApplied() *Applied {
	return &Applied{types: map[appliedTo]operation.IntType{}, uses: map[int32]uses{}}
}

// apply records an Apply of v, and returns the type of the first Apply to that variable with
// that code.
func (a *Applied) apply(object int32, code operation.Code, t operation.IntType, v int64) operation.IntType {
	grows := code == operation.ApplyAdd && t == operation.Int64 && v >= 0
	a.note(object, uses{applied: !grows, grown: grows})
	first, known := a.types[appliedTo{object, code}]
	if !known {
		a.types[appliedTo{object, code}] = t
		return t
	}
	return first
}

// wait records an Await or a When, for some least value or for any.
func (a *Applied) wait(object int32, atLeast bool) {
	a.note(object, uses{waited: !atLeast, atLeast: atLeast})
}

func (a *Applied) note(object int32, u uses) {
	now := a.uses[object].and(u)
	a.uses[object] = now
	a.waited = a.waited || now.conflict()
}

// Waited reports whether some variable has been found to be both waited for and the
// object of an Apply, other than for a least value of what only grows.
func (a *Applied) Waited() bool { return a != nil && a.waited }
