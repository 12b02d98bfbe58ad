package machine

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
)

// A variable with bit-fields, in memory to which nothing has been stored at first, records which bits have got a value: as
// [code.PartlySet], if it has at most four bytes. Wherever it is not read as a bit-field, the other bits are 0.

// unit is a variable of which a bit-field is about to be stored, and the bits that have a value.
type unit struct {
	address int64
	bits    uint32
}

const allBits = 1<<32 - 1

// loadBits returns v, which has been loaded from c for a bit-field. The thread fails if a bit that i needs has no value.
func (th *thread) loadBits(i *code.Instruction, c *image.Cell, v int64) int64 {
	if code.Size(c.T) > code.MostPartly {
		return v
	}
	bits, partly := code.BitsSet(v)
	switch {
	case v == code.Undefined:
		bits = 0
	case !partly:
		bits = allBits
	case uint32(i.Mask())&^bits != 0:
		th.defined(i, code.Undefined)
	}
	th.unit = unit{c.Address, bits}
	return v
}

// storeShared executes an OpStore of a bit-field at an address outside of private memory.
func (th *thread) storeShared(i *code.Instruction, address, v int64) {
	c := th.wholeAt(i, address)
	bits := th.unit.bits | uint32(i.Mask())
	if c == nil || th.unit.address != address || bits == allBits || bits == 1<<(8*code.Size(i.T))-1 {
		th.store(i, address, i.T, v)
		return
	}
	th.storeUnit(i, c, code.PartlySet(v, bits))
}

// wholeAt returns the variable that an OpStore of a bit-field replaces as a whole, or nil.
func (th *thread) wholeAt(i *code.Instruction, address int64) *image.Cell {
	if code.Size(i.T) > code.MostPartly || th.model == nil || th.alone != nil || !th.inShared(address) {
		return nil
	}
	if c := th.find(i, address, i.T, code.Plain); c.Is(address, i.T) {
		return c
	}
	return nil
}

// storeUnit stores v, of which some bits have a value, in c.
func (th *thread) storeUnit(i *code.Instruction, c *image.Cell, v int64) {
	th.notes.giveUp()
	if th.section.depth > 0 {
		th.sets(th.hold(i, c), v)
		return
	}
	th.event(i)
	if !th.Options.LikeGenMC || th.writes(c.Address, v) {
		th.changes.Note()
	}
	th.order(i)
	th.write(c, v)
}

// copyUnit copies v, of which some bits have a value, to the t at address.
func (th *thread) copyUnit(i *code.Instruction, to int64, t code.Scalar, v int64) {
	if !th.isPrivate(i, to, t) {
		if c := th.find(i, to, t, code.Plain); c.Is(to, t) {
			th.storeUnit(i, c, v)
			return
		}
	}
	th.store(i, to, t, v)
}
