package machine

import (
	"math"

	"dporbench/frontends/cprog/internal/code"
)

// Private memory belongs to one thread: its accesses are no events. Each byte has a mark that says whether a value has been
// stored to it, as memory that others reach has code.Undefined. A byte without a value is 0.

// eachByte times a byte is a number of eight such bytes.
const eachByte = 0x0101010101010101

// loadPrivate returns the t at an address that isPrivate.
func (th *thread) loadPrivate(i *code.Instruction, address int64, t code.Scalar) int64 {
	at := address &^ code.PrivateSpace
	end := at + code.Size(t)
	if !th.isStored(at, end) {
		th.needStored(i, at, end)
	}
	if len(th.bits) > 0 && i.Op == code.OpLoad && i.Sub&code.Partly != 0 {
		th.needBits(i, at, end)
	}
	return code.Cut(t, code.LittleEndian(th.private[at:end]))
}

// isStored reports whether all bytes from at to end have values.
func (th *thread) isStored(at, end int64) bool {
	all := code.Stored
	for _, mark := range th.inside[at:end] {
		all &= mark
	}
	return all != 0
}

// needStored fails if a byte that i needs has no value.
func (th *thread) needStored(i *code.Instruction, at, end int64) {
	for k, mark := range th.inside[at:end] {
		isPart := i.Op == code.OpLoad && i.Sub&code.Partly != 0
		if mark&code.Stored == 0 && (!isPart || i.Sub>>k&1 != 0) {
			th.defined(i, code.Undefined)
		}
	}
}

// needBits fails if a bit that i needs has no value although others of its byte have.
func (th *thread) needBits(i *code.Instruction, at, end int64) {
	needed := i.Mask()
	for k := range end - at {
		if set, partly := th.bits[at+k]; partly && byte(needed>>(8*k))&^set != 0 {
			th.defined(i, code.Undefined)
		}
	}
}

// storeBits executes an OpStore of a bit-field at an address of private memory. A byte of which all bits have got values is like any other.
func (th *thread) storeBits(i *code.Instruction, address, v int64) {
	th.isPrivate(i, address, i.T)
	at, mask := address&^code.PrivateSpace, i.Mask()
	for k := range code.Size(i.T) {
		own := byte(mask >> (8 * k))
		if own == 0 {
			continue
		}
		th.private[at+k] = byte(v >> (8 * k))
		set, partly := th.bits[at+k]
		switch set |= own; {
		case th.inside[at+k]&code.Stored != 0 && !partly:
		case set == math.MaxUint8:
			delete(th.bits, at+k)
		default:
			if th.bits == nil {
				th.bits = map[int64]byte{}
			}
			th.bits[at+k] = set
		}
		th.inside[at+k] |= code.Stored
	}
}

// noBits notes that no bytes from at to end have values in some bits alone.
func (th *thread) noBits(at, end int64) {
	for k := range th.bits {
		if k >= at && k < end {
			delete(th.bits, k)
		}
	}
}

// storePrivate stores v as a t at an address that isPrivate.
func (th *thread) storePrivate(address int64, t code.Scalar, v int64) {
	at := address &^ code.PrivateSpace
	end := at + code.Size(t)
	code.PutLittleEndian(th.private[at:end], v)
	if len(th.bits) > 0 {
		th.noBits(at, end)
	}
	code.PutLittleEndian(th.inside[at:end], eachByte*int64(code.OfVariable|code.Stored))
}

// copyPrivate copies the t at from, which isPrivate, or what there is of it.
func (th *thread) copyPrivate(i *code.Instruction, to, from int64, t code.Scalar) {
	at := from &^ code.PrivateSpace
	end := at + code.Size(t)
	switch stored := th.isStored(at, end); {
	case (!stored || len(th.bits) > 0) && th.isPrivate(i, to, t):
		there := to &^ code.PrivateSpace
		th.copyBits(there, at, code.Size(t))
		copy(th.private[there:there+code.Size(t)], th.private[at:end])
		copy(th.inside[there:there+code.Size(t)], th.inside[at:end])
	case !stored && th.hasNone(at, end) && th.model != nil && th.alone == nil:
		th.unset(i, to, t)
	default:
		th.store(i, to, t, code.Cut(t, code.LittleEndian(th.private[at:end])))
	}
}

// copyBits copies which bits have values where not all of a byte have.
func (th *thread) copyBits(to, from, n int64) {
	if len(th.bits) == 0 {
		return
	}
	for k := range n {
		if set, partly := th.bits[from+k]; partly {
			th.bits[to+k] = set
		} else {
			delete(th.bits, to+k)
		}
	}
}

// hasNone reports whether no byte from at to end has a value.
func (th *thread) hasNone(at, end int64) bool {
	for _, mark := range th.inside[at:end] {
		if mark&code.Stored != 0 {
			return false
		}
	}
	return true
}

// forget takes away the values of bytes of private memory.
func (th *thread) forget(e code.Extent) {
	clear(th.private[e.Offset : e.Offset+e.Size])
	th.noBits(e.Offset, e.Offset+e.Size)
	for k := range th.inside[e.Offset : e.Offset+e.Size] {
		th.inside[e.Offset+int64(k)] = code.OfVariable
	}
}

// forgetLocals executes an OpForget.
func (th *thread) forgetLocals(c *call, i *code.Instruction) {
	for _, e := range c.f.Forgets[i.N] {
		th.forget(code.Extent{Offset: c.Private + e.Offset, Size: e.Size})
	}
}
