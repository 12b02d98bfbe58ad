package machine

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/front"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// library executes a function of the library.
func (th *thread) library(i *code.Instruction, r []int64) int64 {
	if th.alone != nil {
		return th.libraryAlone(i, r)
	}
	th.event(i)
	if th.section.depth > 0 && !code.LibraryFunction(i.Sub).IsStep() {
		th.refuse(i, "an atomic section that waits for other threads, or wakes or starts them, or ends its own is not supported")
	}
	if !code.LibraryFunction(i.Sub).RunsAlone() {
		th.notes.giveUp()
	}
	arg := func(k int) int64 { return r[i.Args[k]] }
	switch code.LibraryFunction(i.Sub) {
	case code.LibCreate:
		return th.create(i, arg(0), arg(1))
	case code.LibJoin:
		return th.join(i, arg(0))
	case code.LibKeyCreate:
		th.createKey(i, arg(0), arg(1))
	case code.LibSetSpecific:
		th.setSpecific(arg(0), arg(1))
	case code.LibGetSpecific:
		return th.specific[arg(0)]
	case code.LibHandlers:
		th.changes.Note()
		th.handlers += arg(0)
	case code.LibExitThread:
		if th.handlers > 0 {
			th.refuse(i, "a thread that ends before its cleanup handlers are popped is not supported")
		}
		th.tells(arg(0))
		th.leaveFrames()
		th.notesEnd(false)
		th.model.Return(arg(0))
	case code.LibSelf:
		return th.segment
	case code.LibLock:
		return th.lock(i, arg(0))
	case code.LibUnlock:
		return th.unlock(i, arg(0))
	case code.LibMutexInit:
		th.initMutex(i, arg(0), arg(1))
	case code.LibAssume:
		if arg(0) == 0 {
			th.stop(i)
		}
	case code.LibAssert:
		if arg(0) == 0 {
			th.fail(i, "assert")
		}
	case code.LibFail:
		th.fail(i, "%s", th.Messages[i.N])
	case code.LibChoose:
		if n := arg(0); n < 1 || n > front.MaxChoices {
			th.refuse(i, "a choice among %d: there must be from 1 to %d", n, front.MaxChoices)
		}
		return th.model.Choose(int(arg(0)))
	case code.LibMalloc:
		return th.allocate(i, arg(0), 16, false)
	case code.LibCalloc:
		return th.allocate(i, arg(0)*arg(1), 16, true)
	case code.LibAlignedAlloc:
		if alignment := arg(0); alignment <= 0 || alignment&(alignment-1) != 0 {
			th.fail(i, "an alignment of %d, which is not a power of two", alignment)
		}
		return th.allocate(i, arg(1), arg(0), false)
	case code.LibCopy:
		th.copyBlock(i, arg(0), arg(1), arg(2), arg(3))
	case code.LibFill:
		th.fillBlock(i, arg(0), arg(1), arg(2), arg(3))
	case code.LibUnsupported:
		th.refuse(i, "%s", th.Messages[i.N])
	case code.LibExit:
		th.exit(i)
	case code.LibWhen:
		return th.whenOneOf(i, r)
	case code.LibInvoke:
		th.model.Invoke(th.Messages[i.N/2], th.Messages[i.N/2+1], th.marked(i, r)...)
	case code.LibRespond:
		th.model.Respond(th.marked(i, r)...)
	case code.LibUpdate:
		return th.replaceBy(i, arg(0), arg(1))
	case code.LibFree:
		th.release(i, arg(0))
	case code.LibRealloc:
		return th.resize(i, arg(0), arg(1), arg(2))
	default:
		return th.synchronise(i, arg)
	}
	return 0
}

// marked returns the values of a mark.
func (th *thread) marked(i *code.Instruction, r []int64) (values []int64) {
	for _, a := range i.Args {
		if v := r[a]; v != 0 || i.N&code.UnlessZero == 0 {
			values = append(values, v)
		}
	}
	return values
}

// exit ends the process. Whatever other threads do after it they could have done before it, unless it waits
// for the end of this thread. So they go on, and this thread stops; main, which no thread can wait for, ends.
func (th *thread) exit(i *code.Instruction) {
	if th.segment == lineage.Root {
		th.notesEnd(true)
		th.model.Return(0)
	}
	th.stop(i)
}

// copyBlock is memcpy or memmove of n bytes, in elements of the given size and of the layout that the
// instruction names. The rest after the last whole element is copied bytewise.
func (th *thread) copyBlock(i *code.Instruction, to, from, n, element int64) {
	th.boundBlock(i, n)
	whole := n / element * element
	var starts []int64 // of elements and of bytes
	for at := int64(0); at < n; {
		starts = append(starts, at)
		if at++; at <= whole {
			at += element - 1
		}
	}
	if to > from && to < from+n {
		slices.Reverse(starts)
	}
	for _, at := range starts {
		if at < whole {
			th.copy(i, to+at, from+at, th.Layouts[i.N])
		} else {
			th.store(i, to+at, operation.Uint8, th.load(i, from+at, operation.Uint8))
		}
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
