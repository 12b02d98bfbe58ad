package operation

// Operation is a thread's request: a Step, and what only those who run bodies need to know.
type Operation struct {
	Step
	Child   Child  // of a Spawn
	Message string // of Fail and Refused
	Order   Ordering
	Remarks
}

// Remarks are what a body had said when it came to an operation, and are no part of it: see package model.
type Remarks struct {
	Place   string // in the source, if that is wanted
	Printed string // by the thread since the operation before, if places are wanted
	Mark    int32
	Said    *Call // of operations of objects, at last, if that is wanted
}

// Child is a thread that is about to be started.
type Child interface{ ChildName() string }

// New is an operation without a child, a guard or a message.
func New(c Code, object int32, o Operands) Operation { return Operation{Step: Unguarded(c, object, o)} }

// Saying returns a Fail or a Refused with that message.
func Saying(c Code, message string) Operation {
	return Operation{Step: Step{Code: c}, Message: message}
}

// Equal reports whether two operations are the same, as far as they can be compared; see
// [Guard.Agrees].
func (op Operation) Equal(other Operation) bool {
	switch {
	case op.Code != other.Code || op.Order != other.Order:
		return false
	case op.Code == Spawn:
		return op.Child.ChildName() == other.Child.ChildName()
	case op.Code.Guarded():
		return op.Object == other.Object && op.guard.Agrees(other.guard)
	}
	return op.Object == other.Object && op.Operands == other.Operands && op.Message == other.Message
}
