package equivalence

import (
	"dporbench/model/event"
	"dporbench/model/stack"
)

// pasts gives, for each decision of an execution (a Load, update, Lock or Choose), the other decisions that come before
// it by program order and reads-from.
type pasts struct {
	threads   [][]int32 // by thread: how many decisions of each thread are before its next event
	variables [][]int32 // the same up to and including the last write
	mutexes   [][]int32 // and of the last Unlock
}

func (p *pasts) reset() { p.threads, p.variables, p.mutexes = nil, nil, nil }

// push adds an event, and returns its past if it is a decision.
func (p *pasts) push(e event.Event) (past []int32) {
	own := stack.At(&p.threads, int(e.Thread))
	switch {
	case e.Kind == event.Read || e.Kind == event.Update:
		past = joined(*own, *stack.At(&p.variables, int(e.Object)))
	case e.Kind == event.Lock:
		past = joined(*own, *stack.At(&p.mutexes, int(e.Object)))
	case e.Kind == event.Choice:
		past = joined(*own, nil)
	case e.Kind == event.Join:
		*own = joined(*own, *stack.At(&p.threads, int(e.Object)))
	case e.Kind == event.Spawn:
		clock := *own
		*stack.At(&p.threads, int(e.Object)) = clock
	}
	if past != nil {
		counted := joined(past, nil)
		*stack.At(&counted, int(e.Thread))++
		own = stack.At(&p.threads, int(e.Thread))
		*own = counted
	}
	switch e.Kind {
	case event.Write, event.Update:
		*stack.At(&p.variables, int(e.Object)) = *own
	case event.Unlock:
		*stack.At(&p.mutexes, int(e.Object)) = *own
	}
	return past
}

// joined returns the larger of the two numbers for each thread.
func joined(a, b []int32) []int32 {
	all := make([]int32, max(len(a), len(b)))
	copy(all, a)
	for t, n := range b {
		all[t] = max(all[t], n)
	}
	return all
}
