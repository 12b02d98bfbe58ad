package guarded

// At a barrier at which just as many threads arrive as take part in a round, arrivals need not be ordered: no thread can observe the
// order. Each participant has two variables, used alternately, which hold the last round for which it has arrived. It
// writes its own, and waits for the others'. A thread is never more than two rounds ahead of another one: with variables for
// two rounds, no thread writes one that is still being read.

// BarrierTurn returns which of a participant's two variables is for a round. Rounds are counted from 1.
func BarrierTurn(round int64) int { return int(round % 2) }

// AwaitArrival waits until a participant has arrived for a round, at its variable for it.
func AwaitArrival(round int64) Transition {
	return Transition{Text: "wait for", Enabled: func(arrived int64) bool { return arrived >= round }}
}
