package operation

// Operation is a thread's request: a Step, and the data that only code that runs bodies needs.
type Operation struct {
	Step
	Child   Child  // of a Spawn
	Message string // of Fail and Refused
	Order   Ordering
	Remarks
}

// Remarks holds the remarks of a body up to an operation; it is no part of the operation: see package
// model.
type Remarks struct {
	Place    string // in the source, if wanted
	Printed  Output // by the thread since its previous operation, if places are wanted
	Mark     int32
	LastCall *Call // the last call of an object's operation, if wanted
}

// Output is the output of a thread, and whether the thread has skipped the test that it runs.
type Output struct {
	Text  string
	Skips bool `json:",omitempty"`
}

// Child is a thread that is about to be started.
type Child interface{ ChildName() string }

// New returns an operation without a child, a guard or a message.
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
