package machine

import (
	"math/bits"

	"dporbench/cprog/internal/code"
	"dporbench/model"
)

// mostWaits bounds the waits at one condition: each has a bit.
const mostWaits = 63

// condWait takes the next number of a wait, which it keeps the mutex for, and waits until
// its bit is set.
func (th *thread) condWait(i *code.Instruction, at, mutex int64) {
	th.changes.Note()
	place := th.model.Fetch(th.cell(i, at+begun, member).Variable, model.FetchAdd, 1)
	if place >= mostWaits {
		th.refuse(i, "more than %d waits at one condition are not supported", mostWaits)
	}
	th.unlock(i, mutex)
	th.model.Await(th.cell(i, at+woken, member).Variable, func(v int64) bool { return v>>place&1 == 1 })
	th.lock(i, mutex)
}

// condSignal wakes one of the threads that wait, any of them.
func (th *thread) condSignal(i *code.Instruction, at int64) {
	waits, x := th.load(i, at+begun, member), th.cell(i, at+woken, member)
	chosen := int64(0)
	switch {
	case waits == 0:
		return // nobody waits, and signals that nobody gets are in no order
	case waits > 1:
		if n := len(unwoken(th.model.Load(x.Variable), waits)); n > 1 {
			chosen = th.model.Choose(n)
		}
	}
	th.when(x, func(int64) bool { return true }, func(v int64) int64 {
		if left := unwoken(v, waits); len(left) > 0 { // another signal may have come first
			return v | 1<<left[int(chosen)%len(left)]
		}
		return v
	})
}

func (th *thread) condBroadcast(i *code.Instruction, at int64) {
	waits := th.load(i, at+begun, member)
	if waits == 0 {
		return
	}
	th.changes.Note()
	th.model.Fetch(th.cell(i, at+woken, member).Variable, model.FetchOr, 1<<waits-1)
}

// unwoken are the numbers of the waits, of the first so many, that are not over.
func unwoken(over, waits int64) (left []int) {
	for rest := (uint64(1)<<waits - 1) &^ uint64(over); rest != 0; rest &= rest - 1 {
		left = append(left, bits.TrailingZeros64(rest))
	}
	return left
}
