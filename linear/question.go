package linear

// Question names the question about a class of executions.
type Question int

const (
	// RealTime asks whether each interleaving of the class is linearizable: whether operations can be put into an order that the
	// specification allows and in which each comes after those that had returned before it was called.
	RealTime Question = iota
	// Observed asks the same, but only of those orders between a return and a call that other events of the threads make: happens-before,
	// with calls and returns as events that depend only on the other events of their threads. It is what threads can find out with no
	// means but the program's own. If these are only the object, it is sequential consistency.
	Observed
)

var questions = [...]string{"real-time", "observed"}

func (q Question) String() string { return questions[q] }
