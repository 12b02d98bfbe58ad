package image

import (
	"fmt"
	"iter"
	"sync"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/lineage"
)

// Threads make memory: with malloc, for locals that others may reach, and for thread-local
// variables. A scalar there becomes a variable of the model when a thread first uses it, identified by
// its address, which does not depend on schedules.

// ownMemory records the memory that threads make. All explorations of a program share it.
type ownMemory struct {
	mu    sync.RWMutex
	cells map[OwnPlace]*Cell
	at    map[int32]OwnPlace // by number of the variable
}

// OwnPlace is a scalar in the memory that a thread makes.
type OwnPlace struct {
	Address, Size int64
}

// frameSize stands for a frame, which is not a scalar.
const frameSize = 16

// EndOfFrame is the place that records whether the call is over whose frame begins at an address.
func EndOfFrame(address int64) OwnPlace { return OwnPlace{address, frameSize} }

// ClaimOf is the place that records whether a thread has been joined or detached.
func ClaimOf(segment int64) OwnPlace {
	return OwnPlace{segment<<code.SegmentShift | claimOffset, 1}
}

// CancelOf is the place that records whether a thread is to be cancelled.
func CancelOf(segment int64) OwnPlace {
	return OwnPlace{segment<<code.SegmentShift | cancelOffset, 1}
}

// BarrierOf is the place that stands for the store barriers of a thread.
func BarrierOf(segment int64) OwnPlace {
	return OwnPlace{segment<<code.SegmentShift | barrierOffset, 1}
}

// MostKeys is how many keys a thread makes at most.
const MostKeys = 1<<(32-keyShift) - 1

// keyShift is the number of bits that a key has for the segment of its thread. Above them is the number of the key in this thread.
const keyShift = 22

// KeyOf returns the key that a thread makes as its n-th, from 1; ok is false if there is none.
func KeyOf(segment, n int64) (key int64, ok bool) {
	return n<<keyShift | segment, n <= MostKeys && segment < 1<<keyShift
}

// DestructorOf is the place of the destructor of a key.
func DestructorOf(key int64) OwnPlace {
	return OwnPlace{key&(1<<keyShift-1)<<code.SegmentShift | keyOffset - key>>keyShift, 1}
}

// Clock is the place of the time since the program began.
func Clock() OwnPlace { return OwnPlace{lineage.Root<<code.SegmentShift | clockOffset, 1} }

// These are where no thread-local variable is.
const (
	claimOffset   = code.StackOffset - 1
	cancelOffset  = claimOffset - 1
	clockOffset   = cancelOffset - 1
	keyOffset     = clockOffset // less the number of the key
	barrierOffset = keyOffset - MostKeys - 1
)

// Known returns the cell at p, or nil.
func (m *ownMemory) Known(p OwnPlace) *Cell {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.cells[p]
}

// Add adds the cell c at p, unless there is one, and returns the cell at p: nil if there are already most cells. It
// also reports whether others cover a byte of p, in which case nothing is added.
func (m *ownMemory) Add(p OwnPlace, c *Cell, most int) (there *Cell, overlaps bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch known := m.cells[p]; {
	case known != nil:
		return known, false
	case InHeap(p.Address) && m.overlap(p):
		return nil, true
	case len(m.cells) >= most:
		return nil, false
	}
	m.cells[p], m.at[c.Variable.Number()] = c, p
	return c, false
}

// placeOf returns the place of the variable with that number.
func (m *ownMemory) placeOf(variable int32) (p OwnPlace, ok bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	p, ok = m.at[variable]
	return p, ok
}

// overlap reports whether another scalar covers a byte of p.
func (m *ownMemory) overlap(p OwnPlace) bool { return len(m.overlapping(p)) > 0 }

// Overlapping returns the other scalars that cover a byte of p.
func (m *ownMemory) Overlapping(p OwnPlace) []OwnPlace {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.overlapping(p)
}

func (m *ownMemory) overlapping(p OwnPlace) (all []OwnPlace) {
	for at := p.Address - 7; at < p.Address+p.Size; at++ {
		for _, size := range []int64{1, 2, 4, 8} {
			if other := (OwnPlace{at, size}); other != p && at+size > p.Address && m.cells[other] != nil {
				all = append(all, other)
			}
		}
	}
	return all
}

// All yields each cell.
func (m *ownMemory) All() iter.Seq[*Cell] {
	return func(yield func(*Cell) bool) {
		m.mu.RLock()
		defer m.mu.RUnlock()
		for _, c := range m.cells {
			if !yield(c) {
				return
			}
		}
	}
}

// Met returns the number of cells.
func (m *ownMemory) Met() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.cells)
}

// InHeap reports whether an address of a thread's own memory is from malloc.
func InHeap(address int64) bool { return address&(1<<code.SegmentShift-1) >= code.HeapOffset }

// IsThreadLocal reports whether an address of a thread's own memory is of a thread-local variable.
func IsThreadLocal(address int64) bool {
	return address&(1<<code.SegmentShift-1) < code.StackOffset
}

// String names the thread, by its lineage from main, and the place in its
// memory.
func (p OwnPlace) String() string {
	offset, thread := p.Address&(1<<code.SegmentShift-1), lineage.Text("main", p.Address>>code.SegmentShift)
	switch {
	case offset >= code.HeapOffset:
		return p.inHeap()
	case offset < keyOffset && offset >= keyOffset-MostKeys:
		return fmt.Sprintf("%s.key#%d.destructor", thread, keyOffset-offset)
	case offset == barrierOffset:
		return thread + ".barrier"
	case offset == cancelOffset:
		return thread + ".cancelled"
	case offset == claimOffset:
		return thread + ".joined"
	}
	if p.Address&(1<<code.SegmentShift-1) == 0 && p.Size == frameSize {
		return thread + ".ended"
	}
	kind := "tls"
	if offset >= code.StackOffset {
		kind, offset = "stack", offset-code.StackOffset
	}
	name := fmt.Sprintf("%s.%s[%d]", thread, kind, offset)
	if p.Size == frameSize {
		return name + ".over"
	}
	return name
}

// inHeap names a place in memory from malloc by the size and the number of its block.
func (p OwnPlace) inHeap() string {
	thread := lineage.Text("main", p.Address>>code.SegmentShift)
	b := BlockAt(p.Address)
	if b.Large {
		name := fmt.Sprintf("%s.heap[%d]", thread, b.Start&(1<<code.SegmentShift-1)-bigOffset)
		if p == b.Fate() {
			return name + ".size"
		}
		return fmt.Sprintf("%s[%d]", name, p.Address-b.Start)
	}
	kind := "malloc"
	if isZeroed(p.Address) {
		kind = "calloc"
	}
	name := fmt.Sprintf("%s.%s%d#%d", thread, kind, b.Size, 1+(b.Start&(1<<code.SegmentShift-1)-code.HeapOffset)%classBytes/stride(b.Size))
	if p == b.Fate() {
		return name + ".freed"
	}
	return fmt.Sprintf("%s[%d]", name, p.Address-b.Start)
}
