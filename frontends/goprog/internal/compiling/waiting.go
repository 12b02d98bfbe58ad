package compiling

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/library"
	"dporbench/frontends/goprog/internal/machine"
)

// A loop may wait if its iterations only compute, load cells, and try CompareAndSwaps. Everything
// an iteration computes is forgotten at its end, except for the phis; so one that returns to its beginning with the same phis,
// and without a CompareAndSwap that has succeeded, has changed nothing.
//
// At the first event of an iteration, the machine finds out for which results of it the iteration would return
// like that without another event: the goroutine waits until the cell holds something else. If there are more events, the
// goroutine stops where the iteration returns: another iteration would do the same unless another goroutine changes what it has read,
// and then there is an execution in which this iteration has read the changed value already.

// waits is a loop that waits.
type waits struct {
	blocks map[*ssa.BasicBlock]bool
	head   *ssa.BasicBlock
	events []ssa.Instruction
}

// naturalLoop returns the blocks of the loop that begins with head, or nil.
func naturalLoop(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	blocks := map[*ssa.BasicBlock]bool{head: true}
	var left []*ssa.BasicBlock
	for _, p := range head.Preds {
		if head.Dominates(p) {
			left = append(left, p)
		}
	}
	if len(left) == 0 {
		return nil
	}
	for len(left) > 0 {
		b := left[len(left)-1]
		left = left[:len(left)-1]
		if !blocks[b] {
			blocks[b] = true
			left = append(left, b.Preds...)
		}
	}
	return blocks
}

// waitingLoop returns the loop that begins with head, if it waits; otherwise nil.
func (c *compiler) waitingLoop(head *ssa.BasicBlock) *waits {
	w := &waits{blocks: naturalLoop(head), head: head}
	if w.blocks == nil {
		return nil
	}
	for _, b := range c.fn.Blocks {
		if !w.blocks[b] {
			continue
		}
		if b != head && !isPureLoop(naturalLoop(b)) {
			return nil // a loop within, which may repeat for other reasons
		}
		for _, i := range b.Instrs {
			switch {
			case isEvent(i):
				w.events = append(w.events, i)
			case !isPure(i):
				return nil
			}
		}
	}
	return w
}

// isPureLoop reports whether nothing in these blocks has an effect, or may be an event.
func isPureLoop(blocks map[*ssa.BasicBlock]bool) bool {
	for b := range blocks {
		if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return isEvent(i) || !isPure(i) }) {
			return false
		}
	}
	return true
}

// isEvent reports whether i loads a cell, or may change one and shows by its result whether it did.
func isEvent(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		l, ok := i.X.Type().Underlying().(*types.Pointer)
		return i.Op == token.MUL && ok && !isAggregate(l.Elem())
	case *ssa.Call:
		verb := atomicVerb(&i.Call)
		return verb == "Load" || verb == "CompareAndSwap"
	}
	return false
}

func isAggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// atomicVerb returns the operation of a call of package sync/atomic, "Load" for x.Load() and for LoadInt32(&x); "" for calls of a Value and other calls.
func atomicVerb(call *ssa.CallCommon) string {
	fn := call.StaticCallee()
	if fn == nil {
		return ""
	}
	verb, of, _ := library.AtomicVerb(origin(fn))
	if of == "Value" {
		return ""
	}
	return verb
}

// yields are functions that only let others run.
var yields = []string{"runtime.Gosched", "time.Sleep", "runtime.KeepAlive"}

// isPure reports whether i changes nothing but its register, so that executing it repeatedly makes no difference.
func isPure(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Phi, *ssa.Jump, *ssa.If, *ssa.Return, *ssa.Panic, *ssa.DebugRef, *ssa.BinOp, *ssa.Convert, *ssa.ChangeType, *ssa.Extract,
		*ssa.Field, *ssa.FieldAddr, *ssa.Index, *ssa.IndexAddr, *ssa.MakeInterface, *ssa.ChangeInterface:
		return true
	case *ssa.UnOp:
		return i.Op != token.ARROW && i.Op != token.MUL
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "len" && !isShared(i.Call.Args[0].Type())
		}
		fn := i.Call.StaticCallee()
		return fn != nil && slices.Contains(yields, origin(fn))
	}
	return false
}

// isShared reports whether the length of a value of type t is in memory.
func isShared(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Chan:
		return true
	}
	return false
}

// waiting compiles i as the event with which a loop waits, if it may be one; otherwise it returns nil.
func (c *compiler) waiting(i ssa.Instruction) op {
	w := c.waitsWith[i]
	if w == nil {
		return nil
	}
	rest := c.rest(w, i)
	rest.Result = c.slot(i.(ssa.Value))
	if load, ok := i.(*ssa.UnOp); ok {
		x, k := c.operand(load.X), c.Layouts.Of(load.Type()).Kind
		return c.placed(func(fr *frame) { fr.AwaitLoad(rest, fr.Get(x), k, true) })
	}
	call := &i.(*ssa.Call).Call
	args := c.operands(call.Args)
	if atomicVerb(call) == "Load" {
		k := c.Layouts.Of(call.Signature().Results().At(0).Type()).Kind
		return c.placed(func(fr *frame) { fr.AwaitLoad(rest, fr.Get(args[0]), k, false) })
	}
	f := c.Function(call.StaticCallee())
	return c.placed(func(fr *frame) { fr.AwaitSwap(rest, f, fr.All(args)) })
}

// rest returns the rest of an iteration, after i.
func (c *compiler) rest(w *waits, i ssa.Instruction) *machine.Rest {
	b := i.Block()
	rest := &machine.Rest{Block: b.Index, Head: w.head.Index, Inside: map[int]bool{}}
	for _, before := range b.Instrs[:slices.Index(b.Instrs, i)+1] {
		switch before.(type) {
		case *ssa.Phi, *ssa.DebugRef:
		default:
			rest.Skip++
		}
	}
	for inside := range w.blocks {
		rest.Inside[inside.Index] = true
	}
	return rest
}

// mayComeBack reports whether there is a way without a swap from event i to the beginning of the loop.
func (w *waits) mayComeBack(i ssa.Instruction) bool {
	swaps := func(instrs []ssa.Instruction) bool {
		return slices.ContainsFunc(instrs, func(i ssa.Instruction) bool {
			call, ok := i.(*ssa.Call)
			return ok && atomicVerb(&call.Call) == "CompareAndSwap"
		})
	}
	b := i.Block()
	if swaps(b.Instrs[slices.Index(b.Instrs, i)+1:]) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	left := slices.Clone(b.Succs)
	for len(left) > 0 {
		b := left[len(left)-1]
		left = left[:len(left)-1]
		switch {
		case b == w.head:
			return true
		case seen[b] || !w.blocks[b] || swaps(b.Instrs):
			continue
		}
		seen[b] = true
		left = append(left, b.Succs...)
	}
	return false
}

// findWaits finds the loops that may wait.
func (c *compiler) findWaits() {
	c.waitsWith = map[ssa.Instruction]*waits{}
	for _, b := range c.fn.Blocks {
		if w := c.waitingLoop(b); w != nil {
			for _, i := range w.events {
				if w.mayComeBack(i) {
					c.waitsWith[i] = w
				}
			}
		}
	}
}
