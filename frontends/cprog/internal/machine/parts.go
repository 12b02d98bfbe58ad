package machine

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// part is some bytes of a scalar.
type part struct {
	cell     *image.Cell // nil for padding
	at       int64       // offset of the first byte in the access
	from, of int64       // offset of the first byte in the scalar, and number of bytes
}

// parts returns the parts of an access to a t at address.
func (th *thread) parts(i *code.Instruction, address int64, t code.Scalar) (all []part) {
	th.notes.giveUp()
	return th.partsOf(i, address, t)
}

func (th *thread) partsOf(i *code.Instruction, address int64, t code.Scalar) (all []part) {
	for at := int64(0); at < code.Size(t); {
		p := part{cell: th.find(i, address+at, operation.Uint8, code.Plain), at: at, of: 1}
		if c := p.cell; c != nil {
			if c.Role.IsMutex() {
				th.refuse(i, "a mutex is used as a number")
			}
			p.from = address + at - c.Address
			p.of = min(code.Size(c.T)-p.from, code.Size(t)-at)
		}
		all = append(all, p)
		at += p.of
	}
	return all
}

func (p part) mask() int64 {
	if p.of == 8 {
		return -1
	}
	return 1<<(8*p.of) - 1
}

// isPart reports whether the access covers only a part of the scalar.
func (p part) isPart() bool { return p.cell != nil && p.of < code.Size(p.cell.T) }

// within returns the part of v, a value of the scalar.
func (p part) within(v int64) int64 { return v >> (8 * p.from) & p.mask() }

// replaced returns v, a value of the scalar, with own in the place of the part. If nothing has been stored to the scalar, the
// rest becomes 0.
func (p part) replaced(v, own int64) int64 {
	if v == code.Undefined {
		v = 0
	}
	return code.Cut(p.cell.T, v&^(p.mask()<<(8*p.from))|own&p.mask()<<(8*p.from))
}

// loadParts returns the unsigned value at address.
func (th *thread) loadParts(i *code.Instruction, address int64, t code.Scalar) (v int64) {
	for _, p := range th.partsToLoad(i, address, t) {
		v |= p.within(th.defined(i, th.loadCell(i, p.cell))) << (8 * p.at)
	}
	return v
}

func (th *thread) partsToLoad(i *code.Instruction, address int64, t code.Scalar) []part {
	all := th.parts(i, address, t)
	th.noteMixed(i, address, t, all)
	th.checkAtomic(i, all)
	all = slices.DeleteFunc(all, func(p part) bool { return p.cell == nil })
	for _, p := range all {
		th.checkPart(i, p)
	}
	return all
}

// takeParts is like [thread.takeNumber], for a t that is not exactly one variable.
func (th *thread) takeParts(i *code.Instruction, address int64, t code.Scalar) (v int64) {
	all, none := th.partsToLoad(i, address, t), 0
	for _, p := range all {
		if seen := th.loadCell(i, p.cell); seen != code.Undefined {
			v |= p.within(seen) << (8 * p.at)
		} else {
			none++
		}
	}
	switch none {
	case 0:
		return code.Cut(t, v)
	case len(all):
		return code.Undefined
	}
	th.refuse(i, "the bytes of several variables are copied to one, and some have no value: that is not supported")
	return 0
}

func (th *thread) storeParts(i *code.Instruction, address int64, t code.Scalar, v int64) {
	all := th.parts(i, address, t)
	th.noteMixed(i, address, t, all)
	th.checkAtomic(i, all)
	for _, p := range all {
		switch own := v >> (8 * p.at) & p.mask(); {
		case p.cell == nil:
		case !p.isPart():
			th.storeCell(i, p.cell, own)
		default:
			th.storePart(i, p, own)
		}
	}
}

// storePart stores a part of a scalar, in one event unless no other thread runs.
func (th *thread) storePart(i *code.Instruction, p part, own int64) {
	if th.isAlone() || th.section.depth > 0 {
		th.storeCell(i, p.cell, p.replaced(th.loadCell(i, p.cell), own))
		return
	}
	th.checkPart(i, p)
	switch {
	case p.cell.Constant:
		th.isConstant(i, p.cell)
	case th.model.Memory().Buffers():
		th.refuse(i, "under %v, a store to a part of %s is not supported: others access the whole", th.model.Memory(), p.cell.Name)
	case th.Races && !p.cell.Whole:
		th.refuse(i, "no trial run has stored to a part of %s, so data races on its parts cannot be determined: use --data-races off", p.cell.Name)
	}
	th.event(i)
	th.changes.Note()
	th.order(i)
	th.replace(p.cell, guarded.Always, func(v int64) int64 { return p.replaced(v, own) })
}

// checkAtomic refuses an atomic access that consists of several parts, unless it is a trial run, after which they are one.
func (th *thread) checkAtomic(i *code.Instruction, all []part) {
	if i.Atomic && len(all) > 1 && th.Mixed == nil && !th.isAlone() {
		th.refuse(i, "no trial run has shown this atomic access of several variables, so it cannot be one event")
	}
}

// checkPart refuses a plain access to a part of a variable that is accessed atomically as a whole: data races are looked for by
// variable.
func (th *thread) checkPart(i *code.Instruction, p part) {
	if th.Races && p.isPart() && p.cell.Whole && i.Ordering.Plain() && !th.isAlone() {
		th.refuse(i, "a plain access to a part of %s, which other accesses use atomically as a whole, is supported only with --data-races off", p.cell.Name)
	}
}

// isAlone reports whether no other thread has been started.
func (th *thread) isAlone() bool { return th.segment == lineage.Root && th.spawned == 0 }

// partOf returns the part of a scalar that an atomic access covers, if it does not cover all of it.
func (th *thread) partOf(i *code.Instruction, address int64, t code.Scalar) (p part, ok bool) {
	if len(th.Pieces) == 0 {
		return p, false
	}
	c := th.find(i, address, t, code.Plain)
	if c == nil || !c.Whole || c.Is(address, t) {
		return p, false
	}
	all := th.partsOf(i, address, t)
	th.noteAtomic(address, t)
	return all[0], len(all) == 1
}

// updatePart executes an atomic read-modify-write of a part of a scalar, and returns the value of the part that it replaced.
func (th *thread) updatePart(c *call, i *code.Instruction, p part) int64 {
	operand, desired := code.Cut(i.T, c.R[i.B]), c.R[i.C]
	update := func(v int64) int64 {
		if v == code.Undefined {
			return v
		}
		return p.replaced(v, written(i, code.Cut(i.T, p.within(v)), operand, desired))
	}
	th.notes.giveUp()
	var seen int64
	if th.section.depth > 0 {
		h := th.hold(i, p.cell)
		seen = h.now
		th.sets(h, update(seen))
	} else {
		th.event(i)
		th.order(i)
		seen = th.replace(p.cell, guarded.Always, update)
	}
	own := code.Cut(i.T, p.within(th.defined(i, seen)))
	th.changes.Wrote(own, code.Cut(i.T, written(i, own, operand, desired)))
	return own
}

// copyParts copies a t that is in several variables, or in a part of one.
func (th *thread) copyParts(i *code.Instruction, to, from int64, t code.Scalar) {
	all := th.partsOf(i, from, t)
	var types []code.Scalar
	for _, p := range all {
		of, ok := code.ScalarOf(p.of, false)
		if p.cell == nil || p.isPart() || !ok || len(all) == 1 {
			th.putNumber(i, to, t, th.takeParts(i, from, t))
			return
		}
		types = append(types, of)
	}
	// If the first part has no value, perhaps none has, and then the target has none as a whole.
	var taken []int64
	for k, p := range all {
		v := th.takeNumber(i, from+p.at, types[k])
		if taken = append(taken, v); taken[0] != code.Undefined {
			th.putNumber(i, to+p.at, types[k], v)
		}
	}
	switch {
	case taken[0] != code.Undefined:
	case !slices.ContainsFunc(taken, func(v int64) bool { return v != code.Undefined }):
		th.unset(i, to, t)
	default:
		for k, p := range all {
			th.putNumber(i, to+p.at, types[k], taken[k])
		}
	}
}

// These record accesses during trial runs; see [image.Mixed].

func (th *thread) noteAtomic(address int64, t code.Scalar) {
	if th.Mixed != nil {
		th.NoteAtomic(address, code.Size(t))
	}
}

// noteMixed records an access to a t that consists of these parts, if one is a part of a scalar or the access is atomic.
func (th *thread) noteMixed(i *code.Instruction, address int64, t code.Scalar, all []part) {
	if th.Mixed == nil {
		return
	}
	if i.Atomic {
		th.NoteAtomic(address, code.Size(t))
	}
	th.NoteMixed(address, code.Size(t))
	for _, p := range all {
		if p.cell != nil {
			th.NoteMixed(p.cell.Address, code.Size(p.cell.T))
		}
	}
}

// noteOverlap records that p and known scalars have bytes in common.
func (th *thread) noteOverlap(p image.OwnPlace) {
	if th.Mixed == nil {
		return
	}
	th.NoteMixed(p.Address, p.Size)
	for _, other := range th.Own.Overlapping(p) {
		th.NoteMixed(other.Address, other.Size)
	}
}

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
