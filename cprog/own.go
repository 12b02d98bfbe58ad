package cprog

import (
	"fmt"
	"sync"

	"dporbench/model"
	"dporbench/model/lineage"
)

// Threads make memory: with malloc, for locals that others may reach, and for thread-local
// variables. A scalar there becomes a variable of the model when a thread first uses it, known by
// its address, which does not depend on schedules.

// ownMemory is what is known of the memory that threads make. All explorations of a program share it.
type ownMemory struct {
	mu    sync.RWMutex
	cells map[ownPlace]*cell
}

// ownPlace is a scalar in the memory that a thread makes. Locals of different calls may
// be of different sizes at one address.
type ownPlace struct {
	address, size int64
}

// ownCell is the scalar at address in memory that a thread has made.
func (th *thread) ownCell(i *instruction, address int64, t scalar, r role) *cell {
	p := ownPlace{address, size(t)}
	th.own.mu.RLock()
	c := th.own.cells[p]
	th.own.mu.RUnlock()
	if c != nil {
		return c
	}
	c = th.newCell(p, t, r)
	switch met, overlaps := th.own.add(p, c, th.limits.Variables); {
	case overlaps:
		th.refuse(i, "accesses of mixed sizes are not supported: of %d bytes where others access another number", p.size)
	case met == nil:
		th.refuse(i, "the memory that threads make is more than %d variables", th.limits.Variables)
	default:
		c = met
	}
	return c
}

func (th *thread) newCell(p ownPlace, t scalar, r role) *cell {
	if r == aMutex {
		r = aTryMutex
	}
	at := model.Location{Address: p.address, Size: p.size, Name: p.String()}
	return &cell{t: t, role: r, variable: th.model.VarAt(at, th.localValues[p.threadLocal()])}
}

// add adds the cell c at p, unless there is one, and returns which one is there: nil if there are most of them. It
// also reports whether others cover a byte of p, in which case nothing is added.
func (m *ownMemory) add(p ownPlace, c *cell, most int) (there *cell, overlaps bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch known := m.cells[p]; {
	case known != nil:
		return known, false
	case p.address&(1<<segmentShift-1) >= heapOffset && m.overlap(p):
		return nil, true
	case len(m.cells) >= most:
		return nil, false
	}
	m.cells[p] = c
	return c, false
}

// overlap reports whether another scalar covers a byte of p.
func (m *ownMemory) overlap(p ownPlace) bool {
	for at := p.address - 7; at < p.address+p.size; at++ {
		for _, size := range []int64{1, 2, 4, 8} {
			if other := (ownPlace{at, size}); other != p && at+size > p.address && m.cells[other] != nil {
				return true
			}
		}
	}
	return false
}

// met is how many cells there are.
func (m *ownMemory) met() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.cells)
}

// threadLocal is the offset of a thread-local variable, or something else that no
// initialiser has stored to.
func (p ownPlace) threadLocal() int64 {
	if offset := p.address & (1<<segmentShift - 1); offset < stackOffset {
		return offset
	}
	return -1
}

// String names the thread, as which child of which child of main it is, and where in its
// memory.
func (p ownPlace) String() string {
	offset := p.address & (1<<segmentShift - 1)
	kind := "tls"
	switch {
	case offset >= heapOffset:
		kind, offset = "heap", offset-heapOffset
	case offset >= stackOffset:
		kind, offset = "stack", offset-stackOffset
	}
	return fmt.Sprintf("%s.%s[%d]", lineage.Text("main", p.address>>segmentShift), kind, offset)
}
