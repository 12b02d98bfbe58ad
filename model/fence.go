package model

import "fmt"

// StoreSite says which Stores of a program are meant: those of the declared threads of that name,
// or of all spawned threads if Thread is empty, at that place in the source or, where that is not
// known, those that read like Text, as in "x = 1".
type StoreSite struct{ Thread, Place, Text string }

// FenceAfter puts a Fence after each Store at one of the sites. It must be called before p is
// explored.
func (p *Program) FenceAfter(sites []StoreSite) {
	p.fenced = map[StoreSite]bool{}
	for _, s := range sites {
		p.fenced[s] = true
	}
}

// fenceAfter does what FenceAfter says of a Store that the thread has just done.
func (t *Thread) fenceAfter(x Var, v int64) {
	site := StoreSite{Place: t.here()}
	if site.Place == "" {
		site.Text = fmt.Sprintf("%s = %d", t.program.VarName(x.id), v)
	}
	if int(t.id) < t.program.NumThreads() {
		site.Thread = t.program.ThreadName(t.id)
	}
	if t.program.fenced[site] {
		t.Fence()
	}
}
