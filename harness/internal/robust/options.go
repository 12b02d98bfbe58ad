package robust

import (
	"slices"

	"dporbench/harness/internal/shared/program"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// found collects the strengthenings that may make a program robust: of the operations on cycles of its executions. No other one
// matters, since it would neither order two events of a cycle nor forbid one.
type found struct {
	*machine.Replay
	program program.Program
	memory  memory.Model
	options []front.Strengthening
}

func newFound(p program.Program, m memory.Model) (*found, error) {
	r, err := machine.NewReplay(p.Program, behaviour.Limits{Places: true, Memory: m})
	return &found{r, p, m, nil}, err
}

// add adds the options of an execution; cyclic says which of its events are on cycles.
func (f *found) add(events []event.Event, cyclic []bool) error {
	if _, err := f.Run(events); err != nil {
		return err
	}
	for i, e := range f.Events() {
		switch {
		case f.memory.Buffers() && e.IsFlush():
			if f.isLastBeforeLoad(i) {
				f.offer(i, front.Strengthening{Fence: true})
			}
		case cyclic[i] && f.memory.Graphs() && !f.memory.IgnoresOrders():
			f.offerOrders(i)
		}
	}
	return nil
}

// isLastBeforeLoad reports whether the i-th event is the flush of the last store of its issuer before a load.
func (f *found) isLastBeforeLoad(i int) (load bool) {
	flush := f.Events()[i]
	for j, e := range f.Events() {
		switch {
		case j > i && e.IsFlush() && e.Issuer() == flush.Issuer() && e.Ref == flush.Ref:
			return false
		case e.Thread == flush.Issuer() && e.Index == int32(flush.Ref)+1:
			load = e.Kind == event.BufferRead || e.Kind == event.Read && !e.Waits()
		}
	}
	return load
}

// offerOrders offers the stronger orders of an access or a fence of a graph, and a fence after an access.
func (f *found) offerOrders(i int) {
	e, own := f.Events()[i], f.OrderingAt(i).Memory()
	if !e.Kind.OnVariable() && e.Kind != event.Fence {
		return
	}
	strongest := operation.AcqRel
	switch e.Kind {
	case event.Read:
		strongest = operation.Acquire
	case event.Write:
		strongest = operation.Release
	}
	if own != operation.Plain {
		for _, o := range []operation.MemoryOrder{own.Join(operation.Acquire), own.Join(operation.Release), own.Join(strongest), operation.SeqCst} {
			if o != own && o.Join(strongest) == strongest || o == operation.SeqCst && own != operation.SeqCst {
				f.offer(i, front.Strengthening{Order: o})
			}
		}
	}
	if e.Kind != event.Fence {
		f.offer(i, front.Strengthening{Fence: true})
	}
}

// offer adds an option for the site of the i-th event.
func (f *found) offer(i int, s front.Strengthening) {
	e := f.Events()[i]
	t := e.Thread
	if e.IsFlush() {
		t = e.Issuer()
	}
	if s.Place = f.PlaceAt(i); s.Place == "" {
		s.Text = f.StatementAt(i)
	}
	if int(t) < f.program.NumThreads() {
		s.Thread = f.program.ThreadName(t)
	}
	if !slices.Contains(f.options, s) {
		f.options = append(f.options, s)
	}
}

// byStrength puts orders before fences, and sequential consistency after all other orders.
func byStrength(a, b front.Strengthening) int {
	rank := func(s front.Strengthening) int {
		switch {
		case s.Fence:
			return 2
		case s.Order == operation.SeqCst:
			return 1
		}
		return 0
	}
	return rank(a) - rank(b)
}

func repeatsSite(set []front.Strengthening) bool {
	for i, s := range set {
		if slices.ContainsFunc(set[:i], func(other front.Strengthening) bool { return s.Site == other.Site }) {
			return true
		}
	}
	return false
}

// atMost reports whether set strengthens the same sites, none of them to more than other does.
func atMost(set, other []front.Strengthening) bool {
	for _, s := range set {
		if !slices.ContainsFunc(other, func(o front.Strengthening) bool {
			return o.Site == s.Site && (o == s || !o.Fence && !s.Fence && o.Order.Join(s.Order) == o.Order)
		}) {
			return false
		}
	}
	return true
}
