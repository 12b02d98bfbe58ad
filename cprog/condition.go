package cprog

import (
	"math/bits"

	"dporbench/model"
)

// mostWaits bounds the waits at one condition: each has a bit.
const mostWaits = 63

// condWait takes the next number of a wait, which it keeps the mutex for, and waits until
// its bit is set.
func (th *thread) condWait(i *instruction, at, mutex int64) {
	th.changes.note()
	place := th.model.Fetch(th.cell(i, at+begun, member).variable, model.FetchAdd, 1)
	if place >= mostWaits {
		th.refuse(i, "more than %d waits at one condition are not supported", mostWaits)
	}
	th.unlock(i, mutex)
	th.model.Await(th.cell(i, at+woken, member).variable, func(v int64) bool { return v>>place&1 == 1 })
	th.lock(i, mutex)
}

// condSignal wakes one of the threads that wait, any of them.
func (th *thread) condSignal(i *instruction, at int64) {
	waits, x := th.load(i, at+begun, member), th.cell(i, at+woken, member)
	chosen := int64(0)
	if waits > 1 {
		if n := len(waiting(th.model.Load(x.variable), waits)); n > 1 {
			chosen = th.model.Choose(n)
		}
	}
	th.when(x, func(int64) bool { return true }, func(v int64) int64 {
		if left := waiting(v, waits); len(left) > 0 { // another signal may have come first
			return v | 1<<left[int(chosen)%len(left)]
		}
		return v
	})
}

func (th *thread) condBroadcast(i *instruction, at int64) {
	waits := th.load(i, at+begun, member)
	th.changes.note()
	th.model.Fetch(th.cell(i, at+woken, member).variable, model.FetchOr, 1<<waits-1)
}

// waiting are the numbers of the waits, of the first so many, that are not over.
func waiting(over, waits int64) (left []int) {
	for rest := (uint64(1)<<waits - 1) &^ uint64(over); rest != 0; rest &= rest - 1 {
		left = append(left, bits.TrailingZeros64(rest))
	}
	return left
}
