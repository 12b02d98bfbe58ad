package model

import "fmt"

// Apply lets op change x with operand v in one event, as Fetch does, and returns nothing.
//
// That makes a difference under [CommutingSC] alone: there, the events of two Applies of one
// variable commute if their operations do, whatever the operands: the same operation twice,
// or FetchAdd and FetchSub. FetchNand commutes with nothing, not even with itself. All
// Applies of a variable that commute must be on values of one type (see [FetchOp.As]).
func (t *Thread) Apply(x Var, op FetchOp, v int64) {
	code := op.applyCode()
	if t.applied == nil || code == opFetch {
		t.Fetch(x, op, v)
		return
	}
	object := t.variable(x)
	if as := t.applied.meet(object, code, op.intType()); as != op.intType() {
		t.refuse(fmt.Sprintf("apply %v to %s, to which %v is applied elsewhere: where updates commute, the values must be of one type",
			op, t.program.VarName(object), op.As(as)))
	}
	t.do(operation{code: code, object: object, a: v, b: int64(op)})
}

// Commuting reports whether Apply makes a difference: whether the thread runs under [CommutingSC].
func (t *Thread) Commuting() bool { return t.applied != nil }

// applyCodes are those of the operations that commute with themselves.
var applyCodes = [...]opcode{
	FetchAdd: opApplyAdd, FetchSub: opApplyAdd, FetchAnd: opApplyAnd, FetchOr: opApplyOr, FetchXor: opApplyXor,
	FetchNand: opFetch, FetchMax: opApplyMax, FetchMin: opApplyMin,
}

// applyCode is the code of an Apply with op, or opFetch if that is a Fetch.
func (op FetchOp) applyCode() opcode {
	if !op.Valid() {
		return opFetch // which refuses it
	}
	return applyCodes[op.operation()]
}

// applies reports whether c is an Apply.
func (c opcode) applies() bool { return c >= opApplyAdd && c <= opApplyMin }

// applied is what is known of the variables that are objects of Applies.
type applied struct {
	types  map[appliedTo]IntType
	uses   map[int32]uses
	waited bool // one of them is waited for
}

// appliedTo is a variable, and the code of the Applies to it.
type appliedTo struct {
	object int32
	code   opcode
}

// uses are what has been found to be done with a variable.
type uses struct{ applied, waited bool }

func newApplied() *applied {
	return &applied{types: map[appliedTo]IntType{}, uses: map[int32]uses{}}
}

// meet notes an Apply, and returns the type of the first one with that code of the variable.
func (a *applied) meet(object int32, code opcode, t IntType) IntType {
	a.note(object, uses{applied: true})
	first, known := a.types[appliedTo{object, code}]
	if !known {
		a.types[appliedTo{object, code}] = t
		return t
	}
	return first
}

// wait notes an Await or a When.
func (a *applied) wait(object int32) { a.note(object, uses{waited: true}) }

func (a *applied) note(object int32, u uses) {
	before := a.uses[object]
	now := uses{before.applied || u.applied, before.waited || u.waited}
	a.uses[object] = now
	a.waited = a.waited || now.applied && now.waited
}
