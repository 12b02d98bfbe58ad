package linear

// Question names the question about a class of executions.
type Question int

const (
	// RealTime asks whether each interleaving of the class is linearizable: whether operations can be put into an order that the
	// specification allows and in which each comes after all operations that had returned before it was called.
	RealTime Question = iota
	// Observed asks the same, but a return comes before a call only if other events of the threads order them: happens-before,
	// with calls and returns as events that depend only on the other events of their threads. Threads can find out this order with no
	// means but the program's own. If the object is the only such means, it is at least sequential consistency: events of operations in between
	// order them, too. Where executions are graphs, it is C11's happens-before, (po ∪ sw)+.
	Observed
)

var questions = [...]string{"real-time", "observed"}

func (q Question) String() string { return questions[q] }
