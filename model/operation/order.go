package operation

import "strings"

// MemoryOrder is an access's memory order, as in C11 (7.17.3). It decides which accesses synchronise, and so which
// data races an execution has; the values read are decided by the memory model alone.
type MemoryOrder uint8

// The memory orders. A Plain access is one of an ordinary variable: it is not atomic, and synchronises nothing.
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

// String returns the name in C, without memory_order_: "relaxed"; or "plain".
func (o MemoryOrder) String() string {
	if !o.Valid() {
		return "MemoryOrder(?)"
	}
	return orderNames[o]
}

// GoString returns o as Go source.
func (o MemoryOrder) GoString() string {
	return "model." + [...]string{"SeqCst", "Plain", "Relaxed", "Acquire", "Release", "AcqRel"}[o]
}

// ParseMemoryOrder parses the result of String.
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

// Join returns the weakest order that is at least as strong as both.
func (o MemoryOrder) Join(p MemoryOrder) MemoryOrder {
	acquires, releases := o.acquires() || p.acquires(), o.releases() || p.releases()
	switch {
	case o == SeqCst || p == SeqCst:
		return SeqCst
	case acquires && releases:
		return AcqRel
	case acquires:
		return Acquire
	case releases:
		return Release
	case o == Plain:
		return p
	}
	return o
}

// Ordering holds the memory orders of an operation: its own, the order of a compare-and-swap that fails, and the fences
// that its thread has passed since its previous operation. The zero value is sequentially consistent, with no fences.
type Ordering uint8

const (
	orderBits    = 1<<3 - 1
	relaxedFails = 1 << 3 // a compare-and-swap that fails, or a When that changes nothing, is relaxed
	acquireFails = 1 << 4 // or acquires; with both bits it is sequentially consistent, without either this follows from its order
	fenceShift   = 5
)

// Fences says what fences have ordered since the previous operation.
type Fences uint8

// The effects of fences, in the order in which they take place.
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

// Order returns an Ordering with that memory order.
func Order(o MemoryOrder) Ordering { return Ordering(o) }

// Failing returns o with the order on for a compare-and-swap that fails, or a When that leaves its variable unchanged.
func (o Ordering) Failing(on MemoryOrder) Ordering {
	o &^= relaxedFails | acquireFails
	switch {
	case on == SeqCst:
		return o | relaxedFails | acquireFails
	case on.acquires():
		return o | acquireFails
	}
	return o | relaxedFails
}

// Fails returns the order of a compare-and-swap or a When that fails, SeqCst, Acquire or Relaxed; ok is false if it follows from
// its own order.
func (o Ordering) Fails() (on MemoryOrder, ok bool) {
	switch o & (relaxedFails | acquireFails) {
	case relaxedFails | acquireFails:
		return SeqCst, true
	case acquireFails:
		return Acquire, true
	}
	return Relaxed, o&relaxedFails != 0
}

// SeqCst reports whether the operation is sequentially consistent; failed means that it is a compare-and-swap that does not write.
func (o Ordering) SeqCst(failed bool) bool {
	if on, ok := o.Fails(); failed && ok {
		return on == SeqCst
	}
	return o.Memory() == SeqCst
}

// After returns o after the fences f.
func (o Ordering) After(f Fences) Ordering { return o&(1<<fenceShift-1) | Ordering(f)<<fenceShift }

// Fences returns the fences before the operation.
func (o Ordering) Fences() Fences { return Fences(o >> fenceShift) }

// Memory returns the operation's own order.
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

// ParseOrdering parses the result of String, unless that is "".
func ParseOrdering(text string) (o Ordering, ok bool) {
	own, failing, both := strings.Cut(text, "/")
	m, ok := ParseMemoryOrder(own)
	if !both || !ok {
		return Order(m), ok
	}
	on, ok := ParseMemoryOrder(failing)
	return Order(m).Failing(on), ok
}

// String is for people: "" if o is sequentially consistent, else the order, followed by a slash and the order of failure if one
// is given.
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
