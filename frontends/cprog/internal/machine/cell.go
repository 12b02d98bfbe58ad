package machine

import (
	"strconv"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/front"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// object returns the member of a library object at address.
func (th *thread) object(i *code.Instruction, address int64) *image.Cell {
	c := th.find(i, address, member, code.OfLibrary)
	if !c.Is(address, member) {
		th.refuse(i, "what the library uses here has another size elsewhere")
	}
	return c
}

// cell returns the scalar at address, which must have the size of t.
func (th *thread) cell(i *code.Instruction, address int64, t code.Scalar) *image.Cell {
	c := th.find(i, address, t, code.Plain)
	th.noteAtomic(address, t)
	if !c.Is(address, t) {
		th.noteMixed(i, address, t, th.partsOf(i, address, t))
		th.refuse(i, "an atomic access to %d bytes that are not one variable is not supported", code.Size(t))
	}
	if c.Constant {
		th.isConstant(i, c)
	}
	return c
}

// find returns the scalar that covers the byte at address, or nil in padding. If it is from malloc
// and has not been used yet, it gets type t and role r.
func (th *thread) find(i *code.Instruction, address int64, t code.Scalar, r code.Role) *image.Cell {
	switch {
	case address >= 0 && address < code.FirstAddress/2:
		th.fail(i, "use of a null pointer, or of one near it")
	case address&code.PrivateSpace != 0 && address > 0:
		th.fail(i, "use of the address of a variable that is another thread's own")
	case address >= code.ConstantSpace:
		th.fail(i, "a constant or a function is used as a variable")
	case address>>code.SegmentShift != 0 && address > 0:
		if segment := address >> code.SegmentShift; segment != th.segment && !lineage.IsPath(segment) {
			th.fail(i, "use of an address where no variable is")
		}
		return th.ownCell(i, address, t, r)
	}
	c, known := th.Global(address)
	if !known {
		th.fail(i, "use of an address where no variable is")
	}
	if c != nil {
		return c
	}
	c, full := th.Later(address, th.model.VarAt)
	if full {
		th.tooMany(i)
	}
	return c
}

func (th *thread) tooMany(i *code.Instruction) {
	th.refuse(i, "the memory that threads make is more than %d variables", th.Options.Limits.Variables)
}

// ownCell is like find, for memory that threads make.
func (th *thread) ownCell(i *code.Instruction, address int64, t code.Scalar, r code.Role) *image.Cell {
	p := image.OwnPlace{Address: address, Size: code.Size(t)}
	if image.InHeap(address) {
		th.checkBlock(i, address, t)
		if piece, from, ok := th.PieceAt(address); ok && r == code.Plain {
			p = image.OwnPlace{Address: from, Size: piece.Size}
			t = scalarIn(piece, t)
		}
	} else {
		th.checkFrame(i, address)
		leaf, from, ok, known := th.Leaf(address)
		if !known {
			th.fail(i, "use of an address where no variable is")
		}
		if !ok {
			return nil
		}
		t, r = leaf.T, leaf.Role
		p = image.OwnPlace{Address: from, Size: code.Size(t)}
		if piece, from, ok := th.PieceAt(address); ok && r == code.Plain {
			p = image.OwnPlace{Address: from, Size: piece.Size}
			t = scalarIn(piece, t)
		}
	}
	if c := th.Own.Known(p); c != nil {
		return c
	}
	return th.add(i, p, th.newCell(p, t, r))
}

// add makes c the variable at p, unless there is one.
func (th *thread) add(i *code.Instruction, p image.OwnPlace, c *image.Cell) *image.Cell {
	met, overlaps := th.Own.Add(p, c, th.Options.Limits.Variables)
	switch {
	case overlaps:
		th.noteOverlap(p)
		th.refuse(i, "accesses of mixed sizes to memory from malloc are not supported: of %d bytes here, of another number elsewhere", p.Size)
	case met == nil:
		th.tooMany(i)
	}
	return met
}

func (th *thread) newCell(p image.OwnPlace, t code.Scalar, r code.Role) *image.Cell {
	if r == code.AMutex {
		r = code.ATryMutex
		if th.Mixed != nil {
			th.Mixed.Mutexes[p] = true
		}
	}
	at := front.Location{Address: p.Address, Size: p.Size, Name: th.NameOf(p)}
	initially := int64(0)
	if r == code.Plain {
		initially = th.Initially(p.Address, t)
	}
	piece, _, _ := th.PieceAt(p.Address)
	return &image.Cell{Address: p.Address, T: t, Role: r, Name: at.Name, Whole: piece.Whole, Variable: th.model.VarAt(at, initially)}
}

// scalarIn returns t if it has the size of the piece, and otherwise an unsigned type that has.
func scalarIn(p image.Piece, t code.Scalar) code.Scalar {
	if code.Size(t) != p.Size {
		t, _ = code.ScalarOf(p.Size, false)
	}
	return t
}

// isPrivate reports whether address is in the private memory. It fails if there is
// no room for a t.
func (th *thread) isPrivate(i *code.Instruction, address int64, t code.Scalar) bool {
	if address&code.PrivateSpace == 0 || address < 0 {
		return false
	}
	at := address &^ code.PrivateSpace
	if end := at + code.Size(t); end > int64(len(th.private)) || th.inside[at]&th.inside[end-1]&code.OfVariable == 0 {
		th.fail(i, "use of an address outside of the variable")
	}
	return true
}

// Operations on variables that a section may hold. In a program without atomic sections these are the
// operations of the model; in one with them, each waits until the variable is free, which traces do not show for loads
// and stores.

func (th *thread) read(c *image.Cell) int64 {
	if !th.Sections {
		return th.model.Load(c.Variable)
	}
	th.model.Note(c.Name, decimal)
	return th.model.Await(c.Variable, isFree)
}

func (th *thread) write(c *image.Cell, v int64) {
	if !th.Sections {
		th.model.Store(c.Variable, v)
		return
	}
	th.model.Note(c.Name+" = "+decimal(v), nil)
	th.model.When(c.Variable, isFree, func(int64) int64 { return v })
}

func (th *thread) swap(c *image.Cell, v int64) int64 {
	if !th.Sections {
		return th.model.Swap(c.Variable, v)
	}
	return th.model.When(c.Variable, isFree, func(int64) int64 { return v })
}

func (th *thread) compareExchange(c *image.Cell, old, v int64) int64 {
	if !th.Sections {
		return th.model.CompareExchange(c.Variable, old, v)
	}
	return th.model.When(c.Variable, isFree, func(seen int64) int64 {
		if seen == old {
			return v
		}
		return seen
	})
}

func (th *thread) fetch(c *image.Cell, op operation.FetchOp, v int64) int64 {
	if !th.Sections {
		return th.model.Fetch(c.Variable, op, v)
	}
	return th.model.When(c.Variable, isFree, func(seen int64) int64 { return op.Apply(seen, v) })
}

func (th *thread) await(c *image.Cell, passes func(int64) bool) int64 {
	if !th.Sections {
		return th.model.Await(c.Variable, passes)
	}
	return th.model.Await(c.Variable, func(v int64) bool { return isFree(v) && passes(v) })
}

// replace waits until the value passes and replaces it, in one event.
func (th *thread) replace(c *image.Cell, passes func(int64) bool, update func(int64) int64) int64 {
	if !th.Sections {
		return th.model.When(c.Variable, passes, update)
	}
	return th.model.When(c.Variable, func(v int64) bool { return isFree(v) && passes(v) }, update)
}

func decimal(v int64) string { return strconv.FormatInt(v, 10) }

// fence waits until the stores of the thread are in memory, if the memory model buffers them and
// the memory order requires it: after a sequentially consistent store, and for such a fence. If
// stores to different variables may be reordered, such a store has another fence before it, and a release store, or a fence that
// releases, is a store barrier, which does not wait.
func (th *thread) fence(i *code.Instruction, r []int64) {
	if th.model == nil {
		return
	}
	order := r[i.A]
	if !code.IsMemoryOrder(order) && order != code.FreesLock {
		th.fail(i, code.NoMemoryOrder, order)
	}
	inOrder := !th.model.Memory().StoresOvertake()
	switch {
	case !inOrder && i.Sub != code.FenceAfter && (order == code.Release || order == code.AcquireRelease):
		bar := th.noteAt(i, image.BarrierOf(th.segment))
		th.event(i)
		th.model.Bar(bar.Variable)
		if i.Sub == code.FenceOrder && th.Races {
			th.model.With(code.MemoryOrder(order)).FenceOrder()
		}
	case i.Sub == code.FenceOrder && th.Races:
		if order == code.SequentialConsistency {
			th.event(i)
		}
		th.model.With(code.MemoryOrder(order)).Fence()
	case inOrder && i.Sub == code.FenceBefore:
	case order == code.SequentialConsistency, order == code.FreesLock && i.Sub == code.FenceBefore:
		th.event(i)
		th.model.Drain()
	}
}

// orders returns the memory orders in the arguments of i.
func (th *thread) orders(i *code.Instruction, r []int64) (o operation.Ordering) {
	for k, a := range i.Args {
		v := r[a]
		if !code.IsMemoryOrder(v) {
			th.fail(i, code.NoMemoryOrder, v)
		}
		if k == 0 {
			o = operation.Order(code.MemoryOrder(v))
		} else {
			o = o.Failing(code.MemoryOrder(v))
		}
	}
	return o
}
