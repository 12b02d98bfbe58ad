package cprog

import "dporbench/model"

// event is called before an operation of the model.
func (th *thread) event(i *instruction) {
	th.steps = 0
	if th.model == nil {
		th.fail(i, "this needs a thread")
	}
	th.model.Place(th.lines[i.line])
}

func (th *thread) load(i *instruction, address int64, t scalar) int64 {
	switch {
	case th.isPrivate(i, address, t):
		return th.getPrivate(address&^privateSpace, t)
	case address >= constantSpace && address < functionSpace:
		return th.getConstant(i, address-constantSpace, t)
	case th.model == nil:
		return th.initial[address]
	}
	c := th.cell(i, address, t)
	th.event(i)
	if th.likeGenMC() && th.owned(address) != nil {
		th.changes.note() // what the iteration has written makes a difference to it
	}
	return cut(t, th.model.Load(c.variable))
}

func (th *thread) store(i *instruction, address int64, t scalar, v int64) {
	v = cut(t, v)
	switch {
	case th.isPrivate(i, address, t):
		th.putPrivate(address&^privateSpace, t, v)
		return
	case th.model == nil:
		th.initial[address] = v
		return
	}
	c := th.cell(i, address, t)
	th.event(i)
	if !th.likeGenMC() || th.writes(address, v) {
		th.changes.note()
	}
	th.model.Store(c.variable, cut(c.t, v))
}

// fence waits until the stores of the thread are in memory, where the memory model has buffers for them.
func (th *thread) fence(i *instruction, r []int64) {
	if th.model != nil && (i.a == noRegister || r[i.a] == sequentialConsistency) {
		th.event(i)
		th.model.Fence()
	}
}

// cell is the scalar of type t at address, which must be as large.
func (th *thread) cell(i *instruction, address int64, t scalar) *cell {
	c := th.find(i, address, t, plain)
	if c.role != plain {
		th.refuse(i, "a mutex is used as a number")
	}
	if size(c.t) != size(t) {
		th.refuse(i, "accesses of mixed sizes are not supported: of %d bytes to a variable of %d", size(t), size(c.t))
	}
	return c
}

// find is the scalar that begins at address. If nobody has used it yet, it is of type t
// and has role r.
func (th *thread) find(i *instruction, address int64, t scalar, r role) *cell {
	at := address - firstAddress
	switch {
	case address >= 0 && at < 0:
		th.fail(i, "use of a null pointer, or of one near it")
	case at < 0 || address>>segmentShift == 0 && at >= int64(len(th.at)):
		th.fail(i, "use of an address where nothing is")
	case address&privateSpace != 0:
		th.fail(i, "use of the address of a variable that is another thread's own")
	case address >= constantSpace:
		th.fail(i, "a constant or a function is used as a variable")
	case address>>segmentShift != 0:
		return th.ownCell(i, address, t, r)
	}
	n := th.at[at]
	if n == 0 {
		th.refuse(i, "accesses of mixed sizes are not supported: no variable begins here")
	}
	return &th.cells[n-1]
}

func (th *thread) copy(i *instruction, to, from int64, l layout) {
	for _, leaf := range l {
		if leaf.role != plain {
			th.refuse(i, "a mutex is copied")
		}
		th.store(i, to+leaf.offset, leaf.t, th.load(i, from+leaf.offset, leaf.t))
	}
}

func (th *thread) zero(i *instruction, address int64, l layout) {
	for _, leaf := range l {
		if leaf.role == plain {
			th.store(i, address+leaf.offset, leaf.t, 0)
		}
	}
}

// isPrivate reports whether address is in the private memory. It fails if there is
// no room for a t.
func (th *thread) isPrivate(i *instruction, address int64, t scalar) bool {
	if address&privateSpace == 0 || address < 0 {
		return false
	}
	if at := address &^ privateSpace; at+size(t) > int64(len(th.private)) {
		th.fail(i, "use of an address outside of the variable")
	}
	return true
}

func (th *thread) getPrivate(at int64, t scalar) int64 {
	return cut(t, littleEndian(th.private[at:at+size(t)]))
}

func littleEndian(bytes []byte) (v int64) {
	for k := len(bytes) - 1; k >= 0; k-- {
		v = v<<8 | int64(bytes[k])
	}
	return v
}

func (th *thread) putPrivate(at int64, t scalar, v int64) {
	for k := range size(t) {
		th.private[at+k] = byte(v >> (8 * k))
	}
}

func (th *thread) getConstant(i *instruction, at int64, t scalar) int64 {
	if at+size(t) > int64(len(th.constants)) {
		th.fail(i, "use of an address outside of the string")
	}
	return cut(t, littleEndian(th.constants[at:at+size(t)]))
}

// update executes an atomic read-modify-write, and returns the value it replaced.
func (th *thread) update(c *call, i *instruction) int64 {
	address, operand := c.r[i.a], c.r[i.b]
	cell := th.cell(i, address, i.t)
	th.event(i)
	operand = cut(cell.t, operand)
	var seen, written int64
	switch i.op {
	case opSwap:
		th.publish(address, operand)
		seen, written = th.model.Swap(cell.variable, operand), operand
		th.changes.wrote(seen, written)
	case opCompareExchange:
		desired := cut(cell.t, c.r[i.c])
		seen = th.model.CompareExchange(cell.variable, operand, desired)
		if seen == operand {
			th.publish(address, desired)
			th.changes.wrote(seen, desired)
		}
	default:
		op := model.FetchOp(i.sub)
		if i.n == unusedResult && th.model.Commuting() {
			th.model.Apply(cell.variable, op, operand)
			th.changes.applied(address, op, operand)
			break
		}
		seen = th.model.Fetch(cell.variable, op, operand)
		th.changes.fetched(address, op, seen, operand)
	}
	return cut(i.t, seen)
}
