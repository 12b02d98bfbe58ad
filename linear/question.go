package linear

// Question is what is asked of a class of executions.
type Question int

const (
	// RealTime asks whether each interleaving of the class is linearizable: whether operations can be put into an order that the
	// specification allows and in which each comes after those that had returned before it was called.
	RealTime Question = iota
	// Observed asks the same, but only for those orders between a return and a call that other events of the threads make: happens-before,
	// with calls and returns as events that depend on nothing but what their threads do. It is what threads can find out who
	// have no other means than those that the program has. If they have none but the object, this is sequential consistency.
	Observed
)

var questions = [...]string{"real-time", "observed"}

func (q Question) String() string { return questions[q] }
