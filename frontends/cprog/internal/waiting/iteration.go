package waiting

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
)

// Iteration is the state of a thread at the start of a loop iteration.
type Iteration struct {
	times   int // since the loop was entered
	state   uint64
	live    []int64 // the registers that the iteration may use
	private []byte
	origins Origins // of those registers when the loop was entered; like GenMC
	// Operations is the number of operations that the thread had done.
	Operations int64
	// Late and Whims are how often it had stopped waiting because time has passed, and for no reason.
	Late, Whims int
}

// Enter is called when the loop is entered from outside.
func (l *Iteration) Enter() { l.times = 0 }

// Times returns how many iterations have begun since the loop was entered.
func (l *Iteration) Times() int { return l.times }

// Snapshot is the current state of a thread when an iteration begins.
type Snapshot struct {
	State     uint64          // of its changes
	Registers []int64         // of the call
	Live      []code.Register // those that the iteration may use
	Private   []byte          // the memory that no other thread reaches
	Origins   Origins         // of the registers; nil unless they count, as for GenMC
}

// Again counts a new iteration and returns the count.
func (l *Iteration) Again() (times int) {
	l.times++
	return l.times
}

// Repeats reports whether another iteration would do what the last one did.
func (l *Iteration) Repeats(now Snapshot) bool {
	return l.times > 1 && l.state == now.State && l.same(now) && slices.Equal(l.private, now.Private)
}

// Remember stores the state of the thread.
func (l *Iteration) Remember(now Snapshot) {
	l.state = now.State
	l.live = l.live[:0]
	for _, r := range now.Live {
		l.live = append(l.live, now.Registers[r])
	}
	if now.Origins != nil && l.times == 1 {
		l.origins = l.origins[:0]
		for _, r := range now.Live {
			l.origins = append(l.origins, now.Origins[r])
		}
	}
	l.private = append(l.private[:0], now.Private...)
}

// same reports whether the registers are as when the last iteration began or, if origins
// count, have been read from the same addresses since the loop was entered.
func (l *Iteration) same(now Snapshot) bool {
	for k, r := range now.Live {
		sameOrigin := now.Origins != nil && now.Origins[r] != 0 && now.Origins[r] == l.origins[k]
		if l.live[k] != now.Registers[r] && !sameOrigin {
			return false
		}
	}
	return true
}
