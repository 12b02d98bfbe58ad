package primitives

import (
	"fmt"

	"dporbench/model"
)

// Heap is variables that threads make while they run, and know by addresses: numbers that
// can be stored and passed on like all others, as the nodes of a list need it.
//
// A variable is named by the arena that it is made in, and how many were made there
// before. Each arena belongs to one thread, so the name is the same in every execution,
// whatever the order in which threads make theirs, and in every exploration.
type Heap struct {
	name  string
	cells int
	vars  []model.Var // of the first arena, and then of the others
}

// NewHeap declares a heap of so many arenas, each with room for so many variables, which
// are 0 at first.
func NewHeap(p *model.Program, name string, arenas, cells int) *Heap {
	h := &Heap{name: name, cells: cells}
	for arena := range arenas {
		h.vars = append(h.vars, p.Vars(fmt.Sprintf("%s%d", name, arena), cells, 0)...)
	}
	return h
}

// Arena makes variables for one thread, which must not share it.
type Arena struct {
	heap         *Heap
	number, made int
}

// Arena is the arena with that number, from 0, with nothing made in it.
func (h *Heap) Arena(t *model.Thread, number int) *Arena {
	n := len(h.vars) / max(1, h.cells)
	t.Assert(number >= 0 && number < n, fmt.Sprintf("arena %d of heap %s: it has %d, from 0", number, h.name, n))
	return &Arena{heap: h, number: number}
}

// New makes a variable for each value, and stores the value unless it is 0. It returns the
// address of the first; the others follow it. An address is never 0. What is made stays
// until the program ends.
func (a *Arena) New(t *model.Thread, values ...int64) (address int64) {
	h := a.heap
	t.Assert(a.made+len(values) <= h.cells, fmt.Sprintf("arena %d of heap %s is full: it has room for %d", a.number, h.name, h.cells))
	address = int64(a.number*h.cells + a.made + 1)
	a.made += len(values)
	for i, v := range values {
		if v != 0 {
			t.Store(h.At(t, address+int64(i)), v)
		}
	}
	return address
}

// At is the variable at that address. The thread fails if there is none; that nobody has made
// the variable yet is not noticed.
func (h *Heap) At(t *model.Thread, address int64) model.Var {
	t.Assert(address > 0 && address <= int64(len(h.vars)), fmt.Sprintf("address %d is not in heap %s", address, h.name))
	return h.vars[address-1]
}
