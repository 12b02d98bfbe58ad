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
	if !t.Commuting() || !commutes {
		t.Fetch(x, op, v)
		return
	}
	object := t.variable(x)
	_, as := op.Split()
	if first := t.applied.apply(object, code, as, growth(op, v)); first != as {
		t.refuse(fmt.Sprintf("apply %v to %s, to which %v is applied elsewhere: where updates commute, the values must be of one type",
			op, t.program.VarName(object), op.As(first)))
	}
	t.do(operation.New(code, object, operation.Operands{A: v, B: int64(op)}))
}

// growth is what op adds.
func growth(op operation.FetchOp, v int64) int64 {
	if op == operation.FetchAdd {
		return v
	}
	return -1
}

// Commuting reports whether the thread runs under [memory.CommutingSC], where Apply makes a difference.
func (t *Thread) Commuting() bool { return t.applied != nil && t.memory.UpdatesCommute() }

// Post, for translators, adds 1 to x, as an event that returns nothing and commutes with other Posts to x; see [Program.CommutePosts]. Threads may
// wait for x by AwaitAtLeast only.
func (t *Thread) Post(x Var) {
	if !t.program.PostsCommute(t.memory) {
		t.Fetch(x, operation.FetchAdd, 1)
		return
	}
	t.do(operation.New(operation.ApplyAdd, t.variable(x), operation.Operands{A: 1, B: int64(operation.FetchAdd)}))
}
