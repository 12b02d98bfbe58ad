package front

import (
	"fmt"

	"dporbench/model/operation"
)

// Apply applies op to x with operand v in one event, as Fetch does, and returns nothing.
//
// The difference matters only under [memory.CommutingSC]: there, two Applies to one variable
// commute if their operations do, whatever the operands: the same operation twice, or
// FetchAdd and FetchSub. FetchNand commutes with nothing, not even with itself. All
// commuting Applies to a variable must be on values of one type (see [operation.FetchOp.As]).
func (t *Thread) Apply(x Var, op operation.FetchOp, v int64) {
	code, commutes := op.ApplyCode()
	if t.applied == nil || !commutes {
		t.Fetch(x, op, v)
		return
	}
	object := t.variable(x)
	_, as := op.Split()
	if first := t.applied.apply(object, code, as); first != as {
		t.refuse(fmt.Sprintf("apply %v to %s, to which %v is applied elsewhere: where updates commute, the values must be of one type",
			op, t.program.VarName(object), op.As(first)))
	}
	t.do(operation.New(code, object, operation.Operands{A: v, B: int64(op)}))
}

// Commuting reports whether the thread runs under [memory.CommutingSC], where Apply makes a difference.
func (t *Thread) Commuting() bool { return t.applied != nil }
