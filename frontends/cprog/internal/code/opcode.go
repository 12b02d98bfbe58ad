package code

import (
	"dporbench/model"
	"dporbench/model/operation"
)

// loadOrder is the memory order of an atomic access's load. It matters only to programs that are explored as GenMC does.
type loadOrder uint8

const (
	sequential loadOrder = iota // of an access that names no order
	Acquire
	Relaxed
)

// Opcode says what an instruction does; the comments write its operands in lower case.
type Opcode uint8

const (
	OpConst       Opcode = iota // d = n
	OpMove                      // d = a
	OpConvert                   // d = a as t
	OpTruth                     // d = a != 0
	OpIsZero                    // d = a == 0
	OpNegate                    // d = -a
	OpNot                       // d = ^a
	OpFromInteger               // d = a, an integer, as a floating-point number; of unsigned long if n is 1
	OpToInteger                 // d = a, a floating-point number, as t
	OpFloat                     // d = a, a double, as a float, or the other way round
	OpAdd                       // d = a + b, and so on
	OpSub
	OpMul
	OpDiv
	OpUDiv
	OpMod
	OpUMod
	OpAnd
	OpOr
	OpXor
	OpShl
	OpShr
	OpUShr
	OpFloatAdd
	OpFloatSub
	OpFloatMul
	OpFloatDiv
	OpFloatEq
	OpFloatNe
	OpFloatLess
	OpFloatLessEq
	OpMath // d = mathematical function n (a, b)
	OpEq
	OpNe
	OpLess
	OpLessEq
	OpULess
	OpULessEq
	OpPrivate         // d = address of byte n of the private memory of the call
	OpStack           // d = address of byte n of the shared memory of the call
	OpThreadLocal     // d = address of byte n of the thread-local memory that is shared
	OpLoad            // d = [a]
	OpStore           // [a] = b
	OpCopy            // [a] = [b], all of layout n
	OpZero            // [a] = 0, all of layout n
	OpSwap            // d = [a], [a] = b
	OpFetch           // d = [a], [a] = sub([a], b)
	OpCompareExchange // d = [a], and [a] = c if that was b
	OpJump            // to n
	OpJumpZero        // to n if a == 0
	OpJumpNonzero     // to n if a != 0
	OpCall            // d = function n (args)
	OpCallPointer     // d = function at address a (args)
	OpLibrary         // d = library function sub (args)
	OpOrder           // the next access with the ordering ByValue has the memory orders in args: of success and of failure
	OpFence           // wait until the stores of the thread are in memory, as memory order a and sub say
	OpReturn          // a, if there is one
	OpBlock           // block n of the function is the innermost one
	OpReturnPoint     // d = 0, and [a] = this point, to which a longjmp returns with another value
	OpForget          // the numbers in extents n of the function's Forgets have no value any more
	OpEnter           // loop n is entered from outside
	OpLoop            // loop n begins another iteration
	OpBegin           // atomic section n begins
	OpEnd             // an atomic section ends
)

// The memory orders that matter to stores and fences, as numbered in stdatomic.h; the last one is
// for the store with which the library frees a lock.
const (
	acquire               = 2
	Release               = 3
	AcquireRelease        = 4
	SequentialConsistency = 5
	FreesLock             = 6
)

// ByValue is the ordering of an access whose memory order is known only when it is executed.
const ByValue = ^operation.Ordering(0)

// IsMemoryOrder reports whether o is the value of a memory order of stdatomic.h.
func IsMemoryOrder(o int64) bool { return o >= 0 && o <= SequentialConsistency }

// NoMemoryOrder is the message for a number that is not a memory order.
const NoMemoryOrder = "the memory order is %d, and must be one of memory_order_relaxed (0) to memory_order_seq_cst (5)"

// MemoryOrder converts a memory order of stdatomic.h. Consume becomes Acquire.
func MemoryOrder(o int64) model.MemoryOrder {
	switch o {
	case 0:
		return model.Relaxed
	case 1, 2:
		return model.Acquire
	case Release, FreesLock:
		return model.Release
	case AcquireRelease:
		return model.AcqRel
	}
	return model.SeqCst
}

// The place of an OpFence, in Sub.
const (
	FenceOrder  uint16 = iota // on its own
	FenceBefore               // before a store
	FenceAfter                // after a store
)
