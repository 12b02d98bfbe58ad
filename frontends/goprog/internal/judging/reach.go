package judging

import (
	"fmt"
	"slices"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/event"
)

// A waiting goroutine continues only if another one acts on what it waits for. That one must be able to reach it, through
// a package-level variable, or through its own variables and what these lead to. So a goroutine waits forever if what it waits for
// cannot be reached by a running goroutine, nor by one that these may wake, and so on. The runtime's profile of leaked
// goroutines has the same rule. It decides where an execution has been cut off but some of its goroutines do not depend on that.

// waiter is a waiting goroutine and what it holds.
type waiter struct {
	event.ThreadID
	*machine.Held
}

// outOfReach returns the goroutines that wait for something no running goroutine can reach, at the end of an execution.
func (r *replay) outOfReach() ([]event.ThreadID, error) {
	goOn, waiting, err := r.held()
	if err != nil || len(waiting) == 0 || areReached(waiting, goOn) {
		return nil, err
	}
	var reached memory.Reach
	r.g.GlobalRoots(&reached)
	for _, h := range goOn {
		addAll(&reached, h)
	}
	left := r.unreached(&reached, waiting)
	lost := make([]event.ThreadID, len(left))
	for i, w := range left {
		lost[i] = w.ThreadID
	}
	return lost, nil
}

// held returns what unfinished goroutines hold: the running ones, and the waiting ones.
func (r *replay) held() (goOn []*machine.Held, waiting []waiter, err error) {
	ticks, _ := r.g.Ticking(r.value)
	for t := range event.ThreadID(r.Threads()) {
		_, halted := r.Halted(t)
		if _, more := r.Next(t); !halted && (!more || r.isOfNobody(t) && !ticks) {
			continue
		}
		revealed, err := r.Revealed(t)
		if err != nil {
			return nil, nil, err
		}
		h, ok := revealed.(*machine.Held)
		if !ok {
			return nil, nil, fmt.Errorf("goroutine %d does not say what it holds", t)
		}
		if halted || r.isOfNobody(t) || r.polls(t) && !r.repeatsForever(t, r.Events()) {
			goOn = append(goOn, h)
			continue
		}
		waiting = append(waiting, waiter{t, h})
	}
	return goOn, waiting, nil
}

// areReached reports whether each waiting goroutine waits for something that a single other one can reach, which is usual.
func areReached(waiting []waiter, goOn []*machine.Held) bool {
	return !slices.ContainsFunc(waiting, func(w waiter) bool {
		return !slices.ContainsFunc(goOn, func(h *machine.Held) bool { return awaitsIn(w, &h.Roots) })
	})
}

func awaitsIn(w waiter, reached *memory.Reach) bool {
	return slices.ContainsFunc(w.Awaited, reached.Has)
}

func addAll(reached *memory.Reach, h *machine.Held) {
	for _, rec := range h.Roots.Records {
		reached.AddRecord(rec)
	}
}

// unreached returns those that wait for something out of reach. It adds to reached whatever the others hold.
func (r *replay) unreached(reached *memory.Reach, waiting []waiter) []waiter {
	waiting = slices.Clone(waiting)
	for {
		r.g.Close(reached, r.value)
		before := len(waiting)
		waiting = slices.DeleteFunc(waiting, func(w waiter) bool {
			may := awaitsIn(w, reached)
			if may {
				addAll(reached, w.Held)
			}
			return may
		})
		if len(waiting) == before {
			return waiting
		}
	}
}
