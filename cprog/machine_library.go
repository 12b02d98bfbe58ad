package cprog

import (
	"dporbench/model"
	"dporbench/model/lineage"
)

// library executes a function of the library.
func (th *thread) library(i *instruction, r []int64) int64 {
	th.event(i)
	arg := func(k int) int64 { return r[i.args[k]] }
	switch libraryFunction(i.sub) {
	case libCreate:
		return th.create(i, arg(0), arg(1))
	case libJoin:
		return th.join(i, arg(0))
	case libExitThread:
		th.model.Return(arg(0))
	case libSelf:
		return th.segment
	case libLock:
		th.lock(i, arg(0))
	case libUnlock:
		th.unlock(i, arg(0))
	case libAssume:
		th.model.Assume(arg(0) != 0)
	case libAssert:
		if arg(0) == 0 {
			th.fail(i, "assert")
		}
	case libFail:
		th.model.Assert(false, th.messages[i.n])
	case libChoose:
		if n := arg(0); n < 1 || n > model.MaxChoices {
			th.refuse(i, "a choice among %d: there must be from 1 to %d", n, model.MaxChoices)
		}
		return th.model.Choose(int(arg(0)))
	case libMalloc:
		return th.allocate(i, arg(0), 16)
	case libCalloc:
		return th.allocate(i, arg(0)*arg(1), 16)
	case libAlignedAlloc:
		return th.allocate(i, arg(1), arg(0))
	case libCopy:
		th.copyBlock(i, arg(0), arg(1), arg(2), arg(3))
	case libFill:
		th.fillBlock(i, arg(0), arg(1), arg(2), arg(3))
	case libExit:
		th.refuse(i, "exit is not supported: it would end all threads")
	case libWhen:
		return th.whenOneOf(i, r)
	case libFree:
	default:
		return th.synchronise(i, arg)
	}
	return 0
}

// create starts a thread that calls the function at that address.
func (th *thread) create(i *instruction, function, argument int64) int64 {
	f := th.functionAt(i, function)
	if !th.functions[f].defined {
		th.refuse(i, "function %s is not defined", th.functions[f].name)
	}
	th.spawned++
	segment, ok := lineage.Child(th.segment, th.spawned, segmentBits)
	if !ok {
		th.refuse(i, "too many threads")
	}
	th.changes.note()
	m, known := th.image, th.children
	c := th.model.Go(th.functions[f].name, func(t *model.Thread) { m.start(t, segment, known, int(f), argument) })
	th.children = &child{segment, c, th.children}
	return segment
}

func (th *thread) join(i *instruction, segment int64) int64 {
	c, ok := th.children.find(segment)
	if !ok {
		th.refuse(i, "a thread can be joined by the one that started it, and by those that this one started later")
	}
	th.changes.note()
	return th.model.Join(c.model)
}

// copyBlock is memcpy of n bytes, and fillBlock is memset: of elements of that size,
// with the layout that the instruction names.
func (th *thread) copyBlock(i *instruction, to, from, n, element int64) {
	th.boundBlock(i, n)
	if to > from && to < from+n { // memmove
		for at := (n - 1) / element * element; at >= 0; at -= element {
			th.copy(i, to+at, from+at, th.layouts[i.n])
		}
		return
	}
	for at := int64(0); at < n; at += element {
		th.copy(i, to+at, from+at, th.layouts[i.n])
	}
}

func (th *thread) fillBlock(i *instruction, to, v, n, element int64) {
	th.boundBlock(i, n)
	const everyByte = 0x0101010101010101
	for at := int64(0); at < n; at += element {
		for _, l := range th.layouts[i.n] {
			if l.role == plain && at+l.offset < n {
				th.store(i, to+at+l.offset, l.t, int64(everyByte*uint64(byte(v))))
			}
		}
	}
}

func (th *thread) boundBlock(i *instruction, n int64) {
	if n < 0 || n > int64(th.limits.Memory) {
		th.fail(i, "a block of %d bytes is larger than the memory", n)
	}
}
