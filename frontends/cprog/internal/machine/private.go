package machine

import (
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

// storePrivate stores v as a t at an address that isPrivate.
func (th *thread) storePrivate(address int64, t code.Scalar, v int64) {
	at := address &^ code.PrivateSpace
	end := at + code.Size(t)
	code.PutLittleEndian(th.private[at:end], v)
	code.PutLittleEndian(th.inside[at:end], eachByte*int64(code.OfVariable|code.Stored))
}

// copyPrivate copies the t at from, which isPrivate, or what there is of it.
func (th *thread) copyPrivate(i *code.Instruction, to, from int64, t code.Scalar) {
	at := from &^ code.PrivateSpace
	end := at + code.Size(t)
	switch stored := th.isStored(at, end); {
	case !stored && th.isPrivate(i, to, t):
		there := to &^ code.PrivateSpace
		copy(th.private[there:there+code.Size(t)], th.private[at:end])
		copy(th.inside[there:there+code.Size(t)], th.inside[at:end])
	case !stored && th.hasNone(at, end) && th.model != nil && th.alone == nil:
		th.unset(i, to, t)
	default:
		th.store(i, to, t, code.Cut(t, code.LittleEndian(th.private[at:end])))
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
