package machine

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
	"dporbench/model/operation"
)

// load returns the value of type t at address. If that is not exactly one variable, it is assembled from
// the variables that it lies in, each of which is loaded.
func (th *thread) load(i *code.Instruction, address int64, t code.Scalar) int64 {
	c := th.Exactly(address, t)
	switch {
	case c != nil && th.model != nil: // the usual case
		return th.loadWhole(i, c, t)
	case th.isPrivate(i, address, t):
		return th.loadPrivate(i, address, t)
	case address >= code.ConstantSpace && address < code.FunctionSpace:
		return th.getConstant(i, address-code.ConstantSpace, t)
	case th.alone != nil:
		return th.loadAlone(i, address, t)
	case th.model == nil:
		return th.initial.Load(address, t)
	}
	if c = th.find(i, address, t, code.Plain); c.Is(address, t) {
		return th.loadWhole(i, c, t)
	}
	return code.Cut(t, th.loadParts(i, address, t))
}

func (th *thread) loadWhole(i *code.Instruction, c *image.Cell, t code.Scalar) int64 {
	v := th.loadCell(i, c)
	if i.Sub&code.Partly != 0 && i.Op == code.OpLoad {
		v = th.loadBits(i, c, v)
	}
	v = code.Cut(t, th.defined(i, v))
	th.notes.read(image.OwnPlace{Address: c.Address, Size: code.Size(t)}, v)
	return v
}

func (th *thread) loadCell(i *code.Instruction, c *image.Cell) int64 {
	if th.section.depth > 0 {
		return th.hold(i, c).now
	}
	th.event(i)
	if th.Options.LikeGenMC && th.owned(c.Address) != nil {
		th.changes.Note() // the iteration depends on what it has written
	}
	if th.Mixed != nil && i.Atomic {
		th.noteAtomic(c.Address, c.T)
	}
	th.order(i)
	return th.read(c)
}

// order gives the next operation of the model the memory order of i.
func (th *thread) order(i *code.Instruction) {
	if o := th.orderOf(i); o != 0 || th.graphs {
		th.model.Ordered(o)
	}
}

func (th *thread) orderOf(i *code.Instruction) operation.Ordering {
	if i.Ordering == code.ByValue {
		return th.ordering
	}
	return i.Ordering
}

// store stores v as a value of type t at address. It replaces part of a variable that it does not
// cover by loading the variable and storing it again.
func (th *thread) store(i *code.Instruction, address int64, t code.Scalar, v int64) {
	v = code.Cut(t, v)
	c := th.Exactly(address, t)
	switch {
	case c != nil && th.model != nil: // the usual case
	case th.isPrivate(i, address, t):
		th.storePrivate(address, t, v)
		return
	case th.alone != nil:
		th.alone[image.OwnPlace{Address: address, Size: code.Size(t)}] = v
		return
	case th.model == nil:
		th.initial.Store(address, t, v)
		return
	default:
		if c = th.find(i, address, t, code.Plain); !c.Is(address, t) {
			th.checkNumber(i, v)
			th.storeParts(i, address, t, v)
			return
		}
	}
	th.checkNumber(i, v)
	th.notes.write(image.OwnPlace{Address: address, Size: code.Size(t)}, v)
	th.storeCell(i, c, v)
}

func (th *thread) storeCell(i *code.Instruction, c *image.Cell, v int64) {
	if c.Constant {
		th.isConstant(i, c)
	}
	th.sharesAt(c.Address, v)
	if th.section.depth > 0 {
		th.publish(c.Address, v)
		th.sets(th.hold(i, c), v)
		return
	}
	th.event(i)
	if !th.Options.LikeGenMC || th.writes(c.Address, v) {
		th.changes.Note()
	}
	if v != code.Undefined {
		v = code.Cut(c.T, v)
	}
	if th.Mixed != nil && i.Atomic {
		th.noteAtomic(c.Address, c.T)
	}
	th.order(i)
	th.write(c, v)
}

// isConstant fails because i changes a constant.
func (th *thread) isConstant(i *code.Instruction, c *image.Cell) {
	th.fail(i, "%s is changed, which is declared const", c.Name)
}

// defined returns v, which has been loaded for use. The thread fails if nothing has been stored there.
func (th *thread) defined(i *code.Instruction, v int64) int64 {
	if v == code.Undefined {
		if i.Op == code.OpLoad && i.Sub == code.Partly {
			return 0
		}
		th.fail(i, "use of memory to which nothing has been stored")
	}
	return v
}

// checkNumber refuses to store numbers that have a special meaning.
func (th *thread) checkNumber(i *code.Instruction, v int64) {
	if v == code.Undefined || v == heldValue && th.Sections {
		th.refuse(i, "the number %d is not supported", v)
	}
}

func (th *thread) copy(i *code.Instruction, to, from int64, l code.Layout) {
	for _, leaf := range l {
		if leaf.Role.IsMutex() {
			th.refuse(i, "a mutex is copied")
		}
		th.copyNumber(i, to+leaf.Offset, from+leaf.Offset, leaf.T)
	}
}

// copyNumber copies a t, which may have no value.
func (th *thread) copyNumber(i *code.Instruction, to, from int64, t code.Scalar) {
	if th.isPrivate(i, from, t) {
		th.copyPrivate(i, to, from, t)
		return
	}
	if !th.mayBeUnset(from) {
		th.store(i, to, t, th.load(i, from, t))
		return
	}
	if c := th.find(i, from, t, code.Plain); c.Is(from, t) {
		th.putNumber(i, to, t, th.loadCell(i, c))
	} else {
		th.copyParts(i, to, from, t)
	}
}

// mayBeUnset reports whether there may be no value at address, which is not in private memory.
func (th *thread) mayBeUnset(address int64) bool {
	return th.model != nil && address>>code.SegmentShift != 0 && th.inShared(address)
}

// takeNumber loads a t to copy it: [code.Undefined] if it has no value.
func (th *thread) takeNumber(i *code.Instruction, from int64, t code.Scalar) int64 {
	switch at := from &^ code.PrivateSpace; {
	case th.isPrivate(i, from, t):
		if th.hasNone(at, at+code.Size(t)) {
			return code.Undefined
		}
	case th.mayBeUnset(from):
		if c := th.find(i, from, t, code.Plain); c.Is(from, t) {
			return th.loadCell(i, c)
		}
		return th.takeParts(i, from, t)
	}
	return th.load(i, from, t)
}

// putNumber stores a t that has been taken.
func (th *thread) putNumber(i *code.Instruction, to int64, t code.Scalar, v int64) {
	_, partly := code.BitsSet(v)
	switch {
	case v == code.Undefined:
		th.unset(i, to, t)
	case partly && code.Size(t) <= code.MostPartly:
		th.copyUnit(i, to, t, v)
	default:
		th.store(i, to, t, v)
	}
}

// unset takes the value of the t at address away, which is copied from one that has none.
func (th *thread) unset(i *code.Instruction, address int64, t code.Scalar) {
	if th.isPrivate(i, address, t) {
		th.forget(code.Extent{Offset: address &^ code.PrivateSpace, Size: code.Size(t)})
		return
	}
	for _, p := range th.partsOf(i, address, t) {
		switch {
		case p.cell == nil:
		case !p.isPart():
			th.storeCell(i, p.cell, code.Undefined)
		case th.loadCell(i, p.cell) != code.Undefined:
			th.refuse(i, "bytes without a value are copied to a part of %s, which has one: that is not supported", p.cell.Name)
		}
	}
}

func (th *thread) zero(i *code.Instruction, address int64, l code.Layout) {
	for _, leaf := range l {
		if !leaf.Role.IsMutex() {
			th.store(i, address+leaf.Offset, leaf.T, 0)
		}
	}
}

func (th *thread) getConstant(i *code.Instruction, at int64, t code.Scalar) int64 {
	if at+code.Size(t) > int64(len(th.Constants)) {
		th.fail(i, "use of an address outside of the string")
	}
	return code.Cut(t, code.LittleEndian(th.Constants[at:at+code.Size(t)]))
}

// update executes an atomic read-modify-write, and returns the value it replaced.
func (th *thread) update(c *call, i *code.Instruction) int64 {
	address, operand := c.R[i.A], c.R[i.B]
	if th.alone != nil {
		seen := th.load(i, address, i.T)
		th.store(i, address, i.T, updated(c, i, seen))
		return seen
	}
	if p, ok := th.partOf(i, address, i.T); ok {
		return th.updatePart(c, i, p)
	}
	cell := th.cell(i, address, i.T)
	if th.section.depth > 0 {
		th.shares(c.R[i.B])
		return th.updateHeld(c, i, th.hold(i, cell))
	}
	th.event(i)
	th.shares(operand)
	if i.Op == code.OpCompareExchange {
		th.shares(c.R[i.C])
	}
	operand = code.Cut(cell.T, operand)
	th.order(i)
	var seen int64
	switch i.Op {
	case code.OpSwap:
		th.publish(address, operand)
		seen = th.swap(cell, operand)
		th.changes.Wrote(seen, operand)
	case code.OpCompareExchange:
		desired := code.Cut(cell.T, c.R[i.C])
		if _, mayFail := th.orderOf(i).Fails(); mayFail && th.Sections && operand == desired {
			th.refuse(i, "in a file with atomic sections, where data races are looked for, a compare-and-swap must write a value other than the one it expects")
		}
		seen = th.compareExchange(cell, operand, desired)
		if seen == operand {
			th.publish(address, desired)
			th.changes.Wrote(seen, desired)
		}
	default:
		op := operation.FetchOp(i.Sub)
		if i.N == code.UnusedResult && th.model.Commuting() {
			th.model.Apply(cell.Variable, op, operand)
			th.changes.Applied(address, op, operand)
			th.notes.giveUp()
			break
		}
		seen = th.fetch(cell, op, operand)
		th.changes.Fetched(address, op, seen, operand)
	}
	seen = code.Cut(i.T, th.defined(i, seen))
	th.checkNumber(i, updated(c, i, seen))
	p := image.OwnPlace{Address: address, Size: code.Size(i.T)}
	th.notes.read(p, seen)
	th.notes.write(p, code.Cut(i.T, updated(c, i, seen)))
	return seen
}

// updateHeld is like update, for a variable that the thread's section holds.
func (th *thread) updateHeld(c *call, i *code.Instruction, h *held) int64 {
	seen := code.Cut(i.T, th.defined(i, h.now))
	v := updated(c, i, seen)
	th.checkNumber(i, v)
	th.publish(h.cell.Address, v)
	th.sets(h, v)
	p := image.OwnPlace{Address: h.cell.Address, Size: code.Size(i.T)}
	th.notes.read(p, seen)
	th.notes.write(p, code.Cut(i.T, v))
	return seen
}

// replaceBy executes a LibUpdate.
func (th *thread) replaceBy(i *code.Instruction, address, operand int64) int64 {
	cell := th.cell(i, address, i.T)
	update := func(v int64) int64 {
		if updated, defined := i.Updated(code.Cut(i.T, v), operand); defined {
			return code.Cut(cell.T, updated)
		}
		return v
	}
	var seen int64
	if th.section.depth > 0 {
		h := th.hold(i, cell)
		seen = h.now
		th.sets(h, update(seen))
	} else {
		seen = th.when(cell, guarded.Always, update)
	}
	if _, defined := i.Updated(code.Cut(i.T, th.defined(i, seen)), operand); !defined {
		th.fail(i, "a division by zero, one that overflows, or a shift by a number that is out of range")
	}
	return code.Cut(i.T, seen)
}

// updated returns the value that the read-modify-write i writes after reading seen.
func updated(c *call, i *code.Instruction, seen int64) int64 {
	return written(i, seen, code.Cut(i.T, c.R[i.B]), c.R[i.C])
}

func written(i *code.Instruction, seen, operand, desired int64) int64 {
	switch {
	case i.Op == code.OpSwap:
		return operand
	case i.Op == code.OpFetch:
		return operation.FetchOp(i.Sub).Apply(seen, operand)
	case seen == operand:
		return desired
	}
	return seen
}

// copyBlock is memcpy or memmove of n bytes, in elements of the given size and of the layout that the
// instruction names. The rest after the last whole element is copied by numbers.
func (th *thread) copyBlock(i *code.Instruction, to, from, n, element int64) {
	th.boundBlock(i, n)
	if element == 1 {
		th.copyBytes(i, to, from, n)
		return
	}
	whole := n / element * element
	backwards := to > from && to < from+n
	if backwards {
		th.copyBytes(i, to+whole, from+whole, n-whole)
	}
	for k := range n / element {
		at := k * element
		if backwards {
			at = whole - element - at
		}
		th.copy(i, to+at, from+at, th.Layouts[i.N])
	}
	if !backwards {
		th.copyBytes(i, to+whole, from+whole, n-whole)
	}
}

// fillBlock is memset of n bytes, in elements as in copyBlock.
func (th *thread) fillBlock(i *code.Instruction, to, v, n, element int64) {
	th.boundBlock(i, n)
	const everyByte = 0x0101010101010101
	for at := int64(0); at < n; at += element {
		for _, l := range th.Layouts[i.N] {
			first := at + l.Offset
			switch {
			case l.Role.IsMutex():
			case first+code.Size(l.T) <= n:
				th.store(i, to+first, l.T, int64(everyByte*uint64(byte(v))))
			default:
				for ; first < n; first++ {
					th.store(i, to+first, operation.Uint8, v)
				}
			}
		}
	}
}

func (th *thread) boundBlock(i *code.Instruction, n int64) {
	if n < 0 || n > int64(th.Options.Limits.Memory) {
		th.fail(i, "a block of %d bytes is larger than the memory", n)
	}
}

// copyBytes copies n bytes of which only the addresses are known: in the numbers that they lie in, as far as it is known which.
func (th *thread) copyBytes(i *code.Instruction, to, from, n int64) {
	starts, types := th.numbersIn(to, from, n)
	starts, types = th.joinUnset(i, to, from, starts, types)
	if to > from && to < from+n {
		slices.Reverse(starts)
		slices.Reverse(types)
	}
	for k, at := range starts {
		th.copyNumber(i, to+at, from+at, types[k])
	}
}

// joinUnset joins numbers without a value that become one number: its value is taken away at once, not byte by byte.
func (th *thread) joinUnset(i *code.Instruction, to, from int64, starts []int64, types []code.Scalar) ([]int64, []code.Scalar) {
	ends := func(k int) int64 { return starts[k] + code.Size(types[k]) }
	for k := range len(starts) {
		if k == len(starts) {
			break
		}
		t, _ := th.numberAt(to+starts[k], ends(len(starts)-1)-starts[k])
		last := k
		for last+1 < len(starts) && ends(last) < starts[k]+code.Size(t) {
			last++
		}
		if last > k && ends(last) == starts[k]+code.Size(t) && th.mayHaveNone(i, from+starts[k], t) {
			types[k] = t
			starts, types = slices.Delete(starts, k+1, last+1), slices.Delete(types, k+1, last+1)
		}
	}
	return starts, types
}

// mayHaveNone reports whether perhaps no byte of the t at address has a value.
func (th *thread) mayHaveNone(i *code.Instruction, address int64, t code.Scalar) bool {
	at := address &^ code.PrivateSpace
	return !th.isPrivate(i, address, t) || th.hasNone(at, at+code.Size(t))
}

// numbersIn divides n bytes into numbers that both blocks have.
func (th *thread) numbersIn(x, y, n int64) (starts []int64, types []code.Scalar) {
	for at := int64(0); at < n; {
		t, known := th.numberAt(x+at, n-at)
		if other, alsoKnown := th.numberAt(y+at, n-at); alsoKnown && (!known || code.Size(other) < code.Size(t)) {
			t = other
		}
		starts, types = append(starts, at), append(types, t)
		at += code.Size(t)
	}
	return starts, types
}

// numberAt returns the type of the number that begins at address and has at most the given number of bytes; a byte, if none is known.
func (th *thread) numberAt(address, most int64) (t code.Scalar, known bool) {
	if th.model == nil || address <= 0 || address >= code.ConstantSpace {
		return operation.Uint8, false
	}
	t, known = th.numberFrom(address)
	if !known || code.Size(t) > most {
		return operation.Uint8, known
	}
	return t, true
}

// numberFrom returns the type of the number that begins at address, outside of private memory.
func (th *thread) numberFrom(address int64) (t code.Scalar, known bool) {
	if address>>code.SegmentShift == 0 {
		t, begins, known := th.NumberOf(address)
		if !begins {
			return operation.Uint8, known
		}
		return t, true
	}
	if !image.InHeap(address) {
		leaf, from, ok, _ := th.Leaf(address)
		if !ok || from != address || leaf.Role.IsMutex() {
			return operation.Uint8, ok
		}
		return leaf.T, true
	}
	for _, t := range []code.Scalar{operation.Uint64, operation.Uint32, operation.Uint16, operation.Uint8} {
		if c := th.Own.Known(image.OwnPlace{Address: address, Size: code.Size(t)}); c != nil {
			return c.T, true
		}
	}
	return operation.Uint8, false
}

// swapBlocks exchanges two blocks of n bytes.
func (th *thread) swapBlocks(i *code.Instruction, x, y, n int64) {
	th.boundBlock(i, n)
	starts, types := th.numbersIn(x, y, n)
	for k, at := range starts {
		a, b := th.takeNumber(i, x+at, types[k]), th.takeNumber(i, y+at, types[k])
		th.putNumber(i, x+at, types[k], b)
		th.putNumber(i, y+at, types[k], a)
	}
}
