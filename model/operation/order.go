package operation

import "strings"

// MemoryOrder is an access's memory order, as C11 has them (7.17.3). It decides which accesses synchronise, and so which
// data races an execution has; what is read is a matter of the memory model alone.
type MemoryOrder uint8

// The memory orders. A Plain access is that of an ordinary variable: it is not atomic, and synchronises nothing.
const (
	SeqCst MemoryOrder = iota
	Plain
	Relaxed
	Acquire
	Release
	AcqRel
)

var orderNames = [...]string{"seq_cst", "plain", "relaxed", "acquire", "release", "acq_rel"}

// Valid reports whether o is one of the memory orders.
func (o MemoryOrder) Valid() bool { return int(o) < len(orderNames) }

// String is the name in C, without memory_order_: "relaxed"; or "plain".
func (o MemoryOrder) String() string {
	if !o.Valid() {
		return "MemoryOrder(?)"
	}
	return orderNames[o]
}

// GoString is o as Go source.
func (o MemoryOrder) GoString() string {
	return "model." + [...]string{"SeqCst", "Plain", "Relaxed", "Acquire", "Release", "AcqRel"}[o]
}

// ParseMemoryOrder reads what String writes.
func ParseMemoryOrder(name string) (MemoryOrder, bool) {
	for o, known := range orderNames {
		if known == name {
			return MemoryOrder(o), true
		}
	}
	return 0, false
}

func (o MemoryOrder) acquires() bool { return o == SeqCst || o == Acquire || o == AcqRel }
func (o MemoryOrder) releases() bool { return o == SeqCst || o == Release || o == AcqRel }

// Ordering is all that an operation says of memory orders: its own, that of a compare-and-swap that fails, and the
// fences that its thread has passed since the operation before it. The zero value is sequentially consistent, and has
// passed none.
type Ordering uint8

const (
	orderBits    = 1<<3 - 1
	relaxedFails = 1 << 3 // a compare-and-swap that fails, or a When that leaves all as it is, is relaxed
	acquireFails = 1 << 4 // or acquires; without either, this follows from its order
	fenceShift   = 5
)

// Fences are what fences have ordered since the operation before.
type Fences uint8

// What fences do, in the order in which they do it.
const (
	NoFence Fences = iota
	AcquireFence
	ReleaseFence
	AcquireThenRelease
	ReleaseThenAcquire
)

// Acquires and Releases report whether one of them acquires, or releases.
func (f Fences) Acquires() bool { return f != NoFence && f != ReleaseFence }
func (f Fences) Releases() bool { return f >= ReleaseFence }

// And adds a fence of that order. An acquire after another one acquires nothing more; a release after another one
// releases what that has, and more.
func (f Fences) And(o MemoryOrder) Fences {
	if o.acquires() {
		switch f {
		case NoFence:
			f = AcquireFence
		case ReleaseFence:
			f = ReleaseThenAcquire
		}
	}
	if o.releases() {
		if f.Acquires() {
			return AcquireThenRelease
		}
		return ReleaseFence
	}
	return f
}

// Order is an Ordering of that memory order.
func Order(o MemoryOrder) Ordering { return Ordering(o) }

// Failing lets a compare-and-swap that fails, or a When that leaves its variable as it is, have the order on.
func (o Ordering) Failing(on MemoryOrder) Ordering {
	o &^= relaxedFails | acquireFails
	if on.acquires() {
		return o | acquireFails
	}
	return o | relaxedFails
}

// Fails is the order of a compare-and-swap or a When that fails, Acquire or Relaxed; ok is false if it follows from its own order.
func (o Ordering) Fails() (on MemoryOrder, ok bool) {
	if o&acquireFails != 0 {
		return Acquire, true
	}
	return Relaxed, o&relaxedFails != 0
}

// After adds the fences before.
func (o Ordering) After(f Fences) Ordering { return o&(1<<fenceShift-1) | Ordering(f)<<fenceShift }

// Fences are those before.
func (o Ordering) Fences() Fences { return Fences(o >> fenceShift) }

// Memory is the operation's own order.
func (o Ordering) Memory() MemoryOrder { return MemoryOrder(o & orderBits) }

// Plain reports whether the operation is not atomic.
func (o Ordering) Plain() bool { return o.Memory() == Plain }

// Releases reports whether it releases if it writes.
func (o Ordering) Releases() bool { return o.Memory().releases() }

// Acquires reports whether it acquires if it reads; failed says that it is a compare-and-swap that does not write.
func (o Ordering) Acquires(failed bool) bool {
	if failed && o&(relaxedFails|acquireFails) != 0 {
		return o&acquireFails != 0
	}
	return o.Memory().acquires()
}

// ParseOrdering reads what String writes, for what is not "".
func ParseOrdering(text string) (o Ordering, ok bool) {
	own, failing, both := strings.Cut(text, "/")
	m, ok := ParseMemoryOrder(own)
	if !both || !ok {
		return Order(m), ok
	}
	on, ok := ParseMemoryOrder(failing)
	return Order(m).Failing(on), ok
}

// String is for people: "" for what is sequentially consistent, else the order, a slash and that of failure if it is given.
func (o Ordering) String() string {
	var parts []string
	if o.Memory() != SeqCst || o&(relaxedFails|acquireFails) != 0 {
		parts = append(parts, o.Memory().String())
	}
	if on, ok := o.Fails(); ok {
		parts = append(parts, on.String())
	}
	return strings.Join(parts, "/")
}
