package front

import "dporbench/model/operation"

// Strengthen must be called before p is explored. A Site has one Strengthening.
func (p *Program) Strengthen(all []Strengthening) {
	p.stronger = map[Site]Strengthening{}
	for _, s := range all {
		p.stronger[s.Site] = s
	}
}

// fenceIsEvent notes a Fence with the order given by With, and reports whether it also waits for the buffers: a
// sequentially consistent one does, and a releasing one does where Stores to different variables overtake each other.
//
// Where executions are graphs, each Fence but a relaxed one is an event, with its order.
func (t *Thread) fenceIsEvent() bool {
	o := t.order.Memory()
	if t.memory.Graphs() && o != operation.Relaxed {
		t.order = operation.Order(o)
		return true
	}
	t.order = operation.Ordering(0).After(t.order.Fences().And(o))
	switch o {
	case operation.Relaxed, operation.Acquire:
		return false
	case operation.SeqCst:
		return t.memory.Buffers()
	}
	return t.memory.StoresOvertake()
}
