package compiling

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

func (c *compiler) block(to *machine.Block, b *ssa.BasicBlock) {
	c.loop(to, b)
	defers, iterated := c.runsDefersAt(b), iterationEnds(b)
	c.reads[b], c.opAt[b] = make([][]int, len(b.Instrs)), nil
	for k, i := range b.Instrs {
		if k == defers {
			to.Ops = append(to.Ops, func(fr *frame) { fr.RunDefers() })
			c.opAt[b] = append(c.opAt[b], k)
		}
		c.read = nil
		c.where = fmt.Sprintf("%d.%d", b.Index, k)
		if pos := i.Pos(); pos.IsValid() {
			c.at = c.place(pos)
		}
		switch i := i.(type) {
		case *ssa.DebugRef:
		case *ssa.Phi:
			c.phi(to, b, i)
		case *ssa.Jump:
			next := b.Succs[0].Index
			to.Next = func(*frame) int { return next }
		case *ssa.If:
			o, yes, no := c.operand(i.Cond), b.Succs[0].Index, b.Succs[1].Index
			to.Next = func(fr *frame) int {
				if fr.Get(o).N != 0 {
					return yes
				}
				return no
			}
		case *ssa.Return:
			to.Next = c.returns(i)
		case *ssa.Panic:
			to.Next = c.panics(i)
		default:
			to.Ops = append(to.Ops, c.instruction(i))
			c.opAt[b] = append(c.opAt[b], k)
			if i == iterated {
				to.Ops = append(to.Ops, c.endsIteration(iterated))
				c.opAt[b] = append(c.opAt[b], k)
			}
		}
		c.reads[b][k] = c.read
	}
}

// loop notes that b begins the iterations of a loop, if it does.
func (c *compiler) loop(to *machine.Block, b *ssa.BasicBlock) {
	for _, p := range b.Preds {
		if !b.Dominates(p) {
			continue
		}
		if to.Back == nil {
			c.code.Loops++
			to.Loop, to.Back = c.code.Loops, map[int]bool{}
		}
		to.Back[p.Index] = true
	}
	if to.Loop > 0 {
		to.At = c.placeOfLoop(b)
		to.Matter, to.Waits = c.mayRepeat(b)
	}
}

// mayRepeat reports whether the loop that begins with b may have iterations with events that change nothing, and returns the registers of its
// phis that matter.
func (c *compiler) mayRepeat(b *ssa.BasicBlock) (matter []int, may bool) {
	if isPureLoop(naturalLoop(b)) {
		return nil, false
	}
	may = true
	for _, i := range b.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok || !c.matters(phi) {
			continue
		}
		may = may && !countsAlways(phi, b)
		matter = append(matter, c.slot(phi)) // for the events with which it waits, even if it counts
	}
	return matter, may
}

// countsAlways reports whether a phi grows by 1 in each iteration of the loop that begins with head.
func countsAlways(phi *ssa.Phi, head *ssa.BasicBlock) bool {
	for k, edge := range phi.Edges {
		if head.Dominates(head.Preds[k]) && incremented(edge) != ssa.Value(phi) {
			return false
		}
	}
	return true
}

// matters reports whether a phi matters.
func (c *compiler) matters(phi *ssa.Phi) bool {
	if !c.knowsMatter {
		c.matter, c.knowsMatter = mattering(c.fn), true
	}
	return c.matter == nil || c.matter[phi]
}

// placeOfLoop returns the first place in the block or in a successor.
func (c *compiler) placeOfLoop(b *ssa.BasicBlock) string {
	for _, b := range append([]*ssa.BasicBlock{b}, b.Succs...) {
		for _, i := range b.Instrs {
			if _, isPhi := i.(*ssa.Phi); !isPhi && i.Pos().IsValid() {
				return c.place(i.Pos())
			}
		}
	}
	return c.at
}

func (c *compiler) phi(to *machine.Block, b *ssa.BasicBlock, i *ssa.Phi) {
	if to.From == nil {
		to.From = map[int][]machine.Operand{}
	}
	to.Phis = append(to.Phis, c.slot(i))
	for k, p := range b.Preds {
		if len(to.From[p.Index]) < len(to.Phis) {
			to.From[p.Index] = append(to.From[p.Index], c.operand(i.Edges[k]))
		}
	}
}

func (c *compiler) returns(i *ssa.Return) func(fr *frame) int {
	os := c.operands(i.Results)
	return func(fr *frame) int {
		switch len(os) {
		case 0:
			fr.Result = value{}
		case 1:
			fr.Result = fr.Get(os[0])
		default:
			fr.Result = memory.Tuple(fr.All(os)...)
		}
		return -1
	}
}

func (c *compiler) panics(i *ssa.Panic) func(fr *frame) int {
	o := c.operand(i.X)
	f := c.iterationPanics(i.Block())
	if f == nil {
		f = c.placed(func(fr *frame) { throw(fr, fr.Get(o)) })
	}
	return func(fr *frame) int {
		f(fr)
		return -1
	}
}

func throw(fr *frame, v value) {
	fr.Th.Sound(v)
	if v.R == nil {
		fr.Th.Panic("panic called with nil argument")
	}
	fr.Th.Throw(v)
}

// instruction compiles an instruction that does not end a block.
func (c *compiler) instruction(i ssa.Instruction) (o op) {
	defer func() { // what cannot be compiled is refused where it is executed
		if r := recover(); r != nil {
			refusal, ok := r.(*memory.Refusal)
			if !ok {
				panic(r)
			}
			o = c.unsupported("%s", refusal.Problem)
		}
	}()
	d := -1
	if v, ok := i.(ssa.Value); ok {
		d = c.slot(v)
	}
	if f := c.header(i, d); f != nil {
		return f
	}
	switch i := i.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface:
		return c.makes(i, d)
	case *ssa.Field, *ssa.FieldAddr, *ssa.Index, *ssa.IndexAddr, *ssa.Slice, *ssa.SliceToArrayPointer, *ssa.Extract:
		return c.selects(i, d)
	case *ssa.BinOp:
		return c.binary(i, d)
	case *ssa.UnOp:
		return c.unary(i, d)
	case *ssa.ChangeType:
		return c.copies(i.X, d)
	case *ssa.ChangeInterface:
		return c.copies(i.X, d)
	case *ssa.Convert:
		if comparedAddress(i) != nil {
			return func(*frame) {}
		}
		return c.convert(i, i.X, d)
	case *ssa.MultiConvert:
		return c.convert(i, i.X, d)
	case *ssa.TypeAssert:
		return c.typeAssert(i, d)
	case *ssa.Store:
		l := c.Layouts.Of(i.Val.Type())
		p, v := c.operand(i.Addr), c.operand(i.Val)
		return c.placed(func(fr *frame) { fr.Th.Store(fr.Get(p), l, fr.Get(v)) })
	case *ssa.Lookup, *ssa.MapUpdate, *ssa.Range, *ssa.Next:
		return c.mapInstruction(i, d)
	case *ssa.Call:
		return c.callInstruction(i, d)
	case *ssa.Go:
		return c.goStatement(&i.Call)
	case *ssa.Defer:
		c.code.Defers = true
		return c.deferStatement(i)
	case *ssa.RunDefers:
		c.code.Defers = true
		return func(fr *frame) { fr.RunDefers() }
	case *ssa.Send:
		ch, v := c.operand(i.Chan), c.operand(i.X)
		return c.placed(func(fr *frame) { fr.Th.Send(fr.Get(ch), fr.Get(v)) })
	case *ssa.Select:
		return c.selectStatement(i, d)
	}
	return c.unsupported("instruction %T is not supported", i)
}

func (c *compiler) copies(x ssa.Value, d int) op {
	o := c.operand(x)
	return func(fr *frame) { fr.R[d] = fr.Get(o) }
}

// zeroOf returns the zero value of a type, which is invalid for a blank.
func (c *compiler) zeroOf(t types.Type) value {
	if b, ok := t.(*types.Basic); ok && b.Kind() == types.Invalid {
		return value{}
	}
	return c.Layouts.Of(t).Zero()
}
