package front

import "dporbench/model/operation"

// Site selects operations of the declared threads named Thread, or of all spawned threads if Thread is empty: at that Place
// in the source or, if it is not known, with that Text, as in "x = 1".
type Site struct{ Thread, Place, Text string }

// Strengthening puts a Fence after each operation at a Site, or makes them have at least a memory order.
type Strengthening struct {
	Site
	Fence bool
	Order operation.MemoryOrder // unless Fence; of atomic accesses and of fences
}

// Strengthen must be called before p is explored. A Site has one Strengthening.
func (p *Program) Strengthen(all []Strengthening) {
	p.stronger = map[Site]Strengthening{}
	for _, s := range all {
		p.stronger[s.Site] = s
	}
}

// doStronger is do where Strengthen has been called.
func (t *Thread) doStronger(op operation.Operation) int64 {
	all := t.stronger
	t.stronger = nil // do is called again
	defer func() { t.stronger = all }()
	s, ok := all[t.site(op)]
	if own := t.order.Memory(); ok && !s.Fence && own != operation.SeqCst && own != operation.Plain {
		t.order = operation.Order(own.Join(s.Order)).After(t.order.Fences())
	}
	result := t.do(op)
	if s.Fence {
		t.Fence()
	}
	return result
}

func (t *Thread) site(op operation.Operation) Site {
	s := Site{Place: t.here()}
	if s.Place == "" {
		op.Order = t.order
		s.Text = op.Statement(t.program)
	}
	if int(t.id) < t.program.NumThreads() {
		s.Thread = t.program.ThreadName(t.id)
	}
	return s
}
