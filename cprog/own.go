package cprog

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// The variables of a program are declared before it runs. Those in memory that threads
// make (from malloc, locals that others may reach) are found out by running the program
// at random before, see search.go. They are declared in the order of their addresses,
// which do not depend on schedules.

// ownPlace is a scalar in the memory that a thread makes. Locals of different calls may
// be of different sizes at one address.
type ownPlace struct {
	address, size int64
}

func comparePlaces(a, b ownPlace) int {
	return cmp.Or(cmp.Compare(a.address, b.address), cmp.Compare(a.size, b.size))
}

// ownCell is the scalar at address in memory that a thread has made.
func (th *thread) ownCell(i *instruction, address int64, t scalar, r role) *cell {
	p := ownPlace{address, size(t)}
	if c, known := th.own[p]; known {
		return c
	}
	if th.search == nil {
		th.refuse(i, "memory that no trial run has met: %s", p)
	}
	return th.search.meet(th, i, p, t, r)
}

// declareOwn declares the scalars that the search has met.
func (m *image) declareOwn(met map[ownPlace]*cell, initial map[int64]int64) {
	places := make([]ownPlace, 0, len(met))
	for p := range met {
		places = append(places, p)
	}
	slices.SortFunc(places, comparePlaces)
	m.own = map[ownPlace]*cell{}
	for _, p := range places {
		c := &cell{t: met[p].t, role: met[p].role}
		if c.role == aMutex {
			c.mutex = m.model.Mutex(p.String())
		} else {
			c.variable = m.model.Var(p.String(), initial[p.threadLocal()])
		}
		m.own[p] = c
	}
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
	return fmt.Sprintf("%s.%s[%d]", lineage(p.address>>segmentShift), kind, offset)
}

// lineage is the path that childSegment has written into a segment.
func lineage(segment int64) string {
	var path strings.Builder
	path.WriteString("main")
	for left := bits.Len64(uint64(segment)) - 1; left > 0; {
		zeros := left - bits.Len64(uint64(segment)&(1<<left-1))
		width := 2*zeros + 1
		left -= width
		fmt.Fprintf(&path, ".%d", segment>>left&(1<<(zeros+1)-1))
	}
	return path.String()
}
