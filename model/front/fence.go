package front

import (
	"fmt"

	"dporbench/model/operation"
)

// FenceAfter puts a Fence after each Store at one of the sites. It must be called before p is
// explored.
func (p *Program) FenceAfter(sites []StoreSite) {
	p.fenced = map[StoreSite]bool{}
	for _, s := range sites {
		p.fenced[s] = true
	}
}

// fencesAfter reports whether FenceAfter asks for a Fence after the Store that the thread has
// just done.
func (t *Thread) fencesAfter(x Var, v int64) bool {
	site := StoreSite{Place: t.here()}
	if site.Place == "" {
		site.Text = fmt.Sprintf("%s = %d", t.program.VarName(x.id), v)
	}
	if int(t.id) < t.program.NumThreads() {
		site.Thread = t.program.ThreadName(t.id)
	}
	return t.program.fenced[site]
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
