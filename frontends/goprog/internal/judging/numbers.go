package judging

import "sync"

// numbers are the numbers of clocks and variables, for several detectors that give them the same ones.
type numbers struct {
	mu                sync.Mutex
	first             map[numbered]int32
	clocks, variables int32
}

// numbered is something of an object of the model that is numbered: of a kind of SyncOps, or one of the kinds below.
type numbered struct {
	object int32
	kind   int
	key    int64
}

const (
	ofMemory = -1 - iota
	ofAtomics
	ofSlots
	ofCounting
	ofChannel
)

// firstOf returns the number of something, of which there are n, where next is the number of the next new one.
func (all *numbers) firstOf(of numbered, n int, next *int32) int32 {
	all.mu.Lock()
	defer all.mu.Unlock()
	first, known := all.first[of]
	if !known {
		if all.first == nil {
			all.first = map[numbered]int32{}
		}
		first = *next
		all.first[of] = first
		*next += int32(n)
	}
	return first
}

// newClocks adds n clocks of an object, and returns the number of the first one.
func (d *detector) newClocks(x *object, kind int, key int64, n int) int32 {
	if d.numbers == nil {
		return d.Clock(n)
	}
	first := d.numbers.firstOf(numbered{x.number, kind, key}, n, &d.numbers.clocks)
	d.Fit(0, int(first)+n, 0)
	return first
}

// newVariable adds a variable of an object, and returns its number.
func (d *detector) newVariable(x *object, kind int, key int64) int32 {
	if d.numbers == nil {
		return d.Variable()
	}
	number := d.numbers.firstOf(numbered{x.number, kind, key}, 1, &d.numbers.variables)
	d.Fit(0, 0, int(number)+1)
	return number
}
