package machine

import (
	"dporbench/cprog/internal/code"
	"dporbench/model"
)

func (th *thread) load(i *code.Instruction, address int64, t code.Scalar) int64 {
	switch {
	case th.isPrivate(i, address, t):
		return th.getPrivate(address&^code.PrivateSpace, t)
	case address >= code.ConstantSpace && address < code.FunctionSpace:
		return th.getConstant(i, address-code.ConstantSpace, t)
	case th.model == nil:
		return th.initial[address]
	}
	c := th.cell(i, address, t)
	th.event(i)
	if th.Options.LikeGenMC && th.owned(address) != nil {
		th.changes.Note() // what the iteration has written makes a difference to it
	}
	return code.Cut(t, th.model.Load(c.Variable))
}

func (th *thread) store(i *code.Instruction, address int64, t code.Scalar, v int64) {
	v = code.Cut(t, v)
	switch {
	case th.isPrivate(i, address, t):
		th.putPrivate(address&^code.PrivateSpace, t, v)
		return
	case th.model == nil:
		th.initial[address] = v
		return
	}
	c := th.cell(i, address, t)
	th.event(i)
	if !th.Options.LikeGenMC || th.writes(address, v) {
		th.changes.Note()
	}
	th.model.Store(c.Variable, code.Cut(c.T, v))
}

func (th *thread) copy(i *code.Instruction, to, from int64, l code.Layout) {
	for _, leaf := range l {
		if leaf.Role != code.Plain {
			th.refuse(i, "a mutex is copied")
		}
		th.store(i, to+leaf.Offset, leaf.T, th.load(i, from+leaf.Offset, leaf.T))
	}
}

func (th *thread) zero(i *code.Instruction, address int64, l code.Layout) {
	for _, leaf := range l {
		if leaf.Role == code.Plain {
			th.store(i, address+leaf.Offset, leaf.T, 0)
		}
	}
}

func (th *thread) getPrivate(at int64, t code.Scalar) int64 {
	return code.Cut(t, littleEndian(th.private[at:at+code.Size(t)]))
}

func littleEndian(bytes []byte) (v int64) {
	for k := len(bytes) - 1; k >= 0; k-- {
		v = v<<8 | int64(bytes[k])
	}
	return v
}

func (th *thread) putPrivate(at int64, t code.Scalar, v int64) {
	for k := range code.Size(t) {
		th.private[at+k] = byte(v >> (8 * k))
	}
}

func (th *thread) getConstant(i *code.Instruction, at int64, t code.Scalar) int64 {
	if at+code.Size(t) > int64(len(th.Constants)) {
		th.fail(i, "use of an address outside of the string")
	}
	return code.Cut(t, littleEndian(th.Constants[at:at+code.Size(t)]))
}

// fence waits until the stores of the thread are in memory, where the memory model has buffers for them.
func (th *thread) fence(i *code.Instruction, r []int64) {
	if th.model != nil && (i.A == code.NoRegister || r[i.A] == code.SequentialConsistency) {
		th.event(i)
		th.model.Fence()
	}
}

// update executes an atomic read-modify-write, and returns the value it replaced.
func (th *thread) update(c *call, i *code.Instruction) int64 {
	address, operand := c.R[i.A], c.R[i.B]
	cell := th.cell(i, address, i.T)
	th.event(i)
	operand = code.Cut(cell.T, operand)
	var seen, written int64
	switch i.Op {
	case code.OpSwap:
		th.publish(address, operand)
		seen, written = th.model.Swap(cell.Variable, operand), operand
		th.changes.Wrote(seen, written)
	case code.OpCompareExchange:
		desired := code.Cut(cell.T, c.R[i.C])
		seen = th.model.CompareExchange(cell.Variable, operand, desired)
		if seen == operand {
			th.publish(address, desired)
			th.changes.Wrote(seen, desired)
		}
	default:
		op := model.FetchOp(i.Sub)
		if i.N == code.UnusedResult && th.model.Commuting() {
			th.model.Apply(cell.Variable, op, operand)
			th.changes.Applied(address, op, operand)
			break
		}
		seen = th.model.Fetch(cell.Variable, op, operand)
		th.changes.Fetched(address, op, seen, operand)
	}
	return code.Cut(i.T, seen)
}
