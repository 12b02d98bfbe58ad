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
type uses struct{ applied, waited bool }

// NewApplied returns an Applied without variables.
func NewApplied() *Applied {
	return &Applied{types: map[appliedTo]operation.IntType{}, uses: map[int32]uses{}}
}

// apply records an Apply, and returns the type of the first Apply to that variable with
// that code.
func (a *Applied) apply(object int32, code operation.Code, t operation.IntType) operation.IntType {
	a.note(object, uses{applied: true})
	first, known := a.types[appliedTo{object, code}]
	if !known {
		a.types[appliedTo{object, code}] = t
		return t
	}
	return first
}

// wait records an Await or a When.
func (a *Applied) wait(object int32) { a.note(object, uses{waited: true}) }

func (a *Applied) note(object int32, u uses) {
	before := a.uses[object]
	now := uses{before.applied || u.applied, before.waited || u.waited}
	a.uses[object] = now
	a.waited = a.waited || now.applied && now.waited
}

// Waited reports whether some variable has been found to be both waited for and the
// object of an Apply.
func (a *Applied) Waited() bool { return a != nil && a.waited }
