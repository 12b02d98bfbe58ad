package machine

import (
	"strconv"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/operation"
)

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
