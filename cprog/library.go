package cprog

import (
	"fmt"

	"dporbench/model"

	"modernc.org/cc/v4"
)

// libraryFunction is a function that the machine itself provides.
type libraryFunction uint16

const (
	libNothing libraryFunction = iota // evaluates its arguments, and is 0
	libCreate
	libJoin
	libExitThread
	libSelf
	libLock
	libUnlock
	libAssume
	libAssert
	libFail
	libChoose
	libMalloc
	libCalloc
	libAlignedAlloc
	libFree
	libCopy
	libFill
	libExit
	libTryLock
	libCondWait
	libCondSignal
	libCondBroadcast
	libBarrierInit
	libBarrierWait
	libReadLock
	libWriteLock
	libTryReadLock
	libTryWriteLock
	libUnlockShared
	libWhen
)

var library = map[string]libraryFunction{
	"pthread_create": libCreate, "pthread_join": libJoin, "__cprog_thrd_join": libJoin,
	"pthread_exit": libExitThread, "pthread_self": libSelf, "pthread_detach": libNothing,
	"pthread_attr_init": libNothing, "pthread_attr_destroy": libNothing, "pthread_attr_setdetachstate": libNothing,
	"pthread_mutexattr_init": libNothing, "pthread_mutexattr_destroy": libNothing,
	"pthread_mutex_init": libNothing, "pthread_mutex_destroy": libNothing,
	"pthread_mutex_lock": libLock, "pthread_mutex_unlock": libUnlock,
	"pthread_mutex_trylock": libTryLock,
	"pthread_cond_init":     libNothing, "pthread_cond_destroy": libNothing, "pthread_cond_wait": libCondWait,
	"pthread_cond_signal": libCondSignal, "pthread_cond_broadcast": libCondBroadcast,
	"pthread_barrier_init": libBarrierInit, "pthread_barrier_destroy": libNothing, "pthread_barrier_wait": libBarrierWait,
	"pthread_rwlock_init": libNothing, "pthread_rwlock_destroy": libNothing,
	"pthread_rwlock_rdlock": libReadLock, "pthread_rwlock_wrlock": libWriteLock, "pthread_rwlock_unlock": libUnlockShared,
	"pthread_rwlock_tryrdlock": libTryReadLock, "pthread_rwlock_trywrlock": libTryWriteLock,
	"__VERIFIER_assume": libAssume, "__VERIFIER_assert": libAssert,
	"__VERIFIER_choose": libChoose, "__VERIFIER_nondet_bool": libChoose,
	"__cprog_assert_fail": libFail, "abort": libFail, "__builtin_trap": libFail, "__builtin_unreachable": libFail,
	"__builtin_abort": libFail, "__VERIFIER_error": libFail, "reach_error": libFail, "__assert_fail": libFail,
	"malloc": libMalloc, "calloc": libCalloc, "aligned_alloc": libAlignedAlloc, "free": libFree,
	"__builtin_malloc": libMalloc, "__builtin_calloc": libCalloc, "__builtin_free": libFree,
	"memcpy": libCopy, "memmove": libCopy, "memset": libFill,
	"__builtin_memcpy": libCopy, "__builtin_memmove": libCopy, "__builtin_memset": libFill,
	"exit": libExit, "__builtin_exit": libExit,
	"printf": libNothing, "fprintf": libNothing, "puts": libNothing, "putchar": libNothing, "fflush": libNothing,
	"perror": libNothing, "__builtin_printf": libNothing, "__builtin_puts": libNothing,
	"sched_yield": libNothing, "sleep": libNothing, "usleep": libNothing,
	"__builtin_prefetch": libNothing, "__builtin_ia32_pause": libNothing,
}

// missing says why some functions that people use are not there.
var missing = map[string]string{
	"__VERIFIER_nondet_int":     "a number of any value has too many: use __VERIFIER_choose(n), which is any of 0 to n-1",
	"__VERIFIER_nondet_uint":    "a number of any value has too many: use __VERIFIER_choose(n), which is any of 0 to n-1",
	"rand":                      "a number of any value has too many: use __VERIFIER_choose(n), which is any of 0 to n-1",
	"__VERIFIER_atomic_begin":   "atomic sections are not supported",
	"pthread_mutexattr_settype": "mutexes that are not normal ones are not supported",
	"setjmp":                    "jumps out of functions are not supported",
	"realloc":                   "realloc is not supported: use malloc",
}

// libraryCall compiles the call of a function that the file does not define.
func (b *builder) libraryCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) value {
	if name == "__builtin_expect" && len(args) == 2 {
		return b.expression(args[0])
	}
	f, known := library[name]
	if why := missing[name]; why != "" {
		refuse(x, "%s: %s", name, why)
	}
	if !known {
		refuse(x, "function %s is not defined, and none that is supported", name)
	}
	b.program.uses[f] = true
	b.program.barrierResults = b.program.barrierResults || f == libBarrierWait && b.unused != cc.Node(x)
	switch f {
	case libCreate:
		return b.createCall(x, args)
	case libJoin:
		return b.joinCall(x, args)
	case libNothing:
		return b.nothingCall(x, args)
	case libFail:
		return b.failCall(x)
	case libCopy, libFill:
		return b.blockCall(x, f, args)
	}
	i := instruction{op: opLibrary, sub: uint16(f), d: b.register()}
	for _, arg := range args {
		i.args = append(i.args, b.expression(arg).r)
	}
	if least := leastArguments[f]; len(args) < least {
		if name != "__VERIFIER_nondet_bool" {
			refuse(x, "%s needs %d arguments", name, least)
		}
		i.args = []register{b.constant(2)}
	}
	b.mark(x)
	b.emit(i)
	return value{i.d, x.Type()}
}

var leastArguments = map[libraryFunction]int{
	libExitThread: 1, libLock: 1, libUnlock: 1, libAssume: 1, libAssert: 1, libChoose: 1, libMalloc: 1, libCalloc: 2,
	libAlignedAlloc: 2, libFree: 1, libExit: 1, libTryLock: 1, libCondWait: 2, libCondSignal: 1, libCondBroadcast: 1,
	libBarrierInit: 3, libBarrierWait: 1, libReadLock: 1, libWriteLock: 1, libTryReadLock: 1, libTryWriteLock: 1,
	libUnlockShared: 1,
}

func (b *builder) needs(x *cc.PostfixExpression, args []cc.ExpressionNode, n int) {
	if len(args) < n {
		refuse(x, "%s needs %d arguments", cc.NodeSource(x.PostfixExpression), n)
	}
}

// createCall compiles pthread_create(&thread, attributes, function, argument).
func (b *builder) createCall(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	b.needs(x, args, 4)
	handle := b.target(args[0])
	start, argument := b.expression(args[2]).r, b.expression(args[3]).r
	b.mark(x)
	d := b.register()
	b.emit(instruction{op: opLibrary, sub: uint16(libCreate), d: d, args: []register{start, argument}})
	b.write(x, handle, d)
	return value{b.constant(0), b.ast.Int}
}

// joinCall compiles pthread_join(thread, &result), and thrd_join.
func (b *builder) joinCall(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	b.needs(x, args, 2)
	thread := b.scalar(args[0]).r
	d := b.register()
	if isNull(args[1]) {
		b.mark(x)
		b.emit(instruction{op: opLibrary, sub: uint16(libJoin), d: d, args: []register{thread}})
		return value{b.constant(0), b.ast.Int}
	}
	result := b.target(args[1])
	b.mark(x)
	b.emit(instruction{op: opLibrary, sub: uint16(libJoin), d: d, args: []register{thread}})
	b.write(x, result, b.convert(x, value{d, b.ast.Long}, result.t))
	return value{b.constant(0), b.ast.Int}
}

// nothingCall evaluates the arguments that are no pointers.
func (b *builder) nothingCall(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	for _, arg := range args {
		if t := arg.Type(); t != nil && t.Kind() != cc.Ptr && t.Kind() != cc.Array {
			b.expression(arg)
		}
	}
	return value{b.constant(0), x.Type()}
}

// failCall ends the thread with a failure.
func (b *builder) failCall(x *cc.PostfixExpression) value {
	b.mark(x)
	p := b.program.positions[b.line]
	b.program.messages = append(b.program.messages, fmt.Sprintf("%s:%d: %s", p.file, p.line, failure(x)))
	b.emit(instruction{op: opLibrary, sub: uint16(libFail), d: b.register(), n: int64(len(b.program.messages) - 1)})
	return value{b.constant(0), b.ast.Void}
}

func failure(x *cc.PostfixExpression) string {
	if args := arguments(x); len(args) > 0 {
		if p, ok := inner(args[0]).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionString {
			return stringOf(p)
		}
	}
	return cc.NodeSource(x)
}

// blockCall compiles memcpy, memmove and memset. The memory consists of what the
// pointers point to.
func (b *builder) blockCall(x *cc.PostfixExpression, f libraryFunction, args []cc.ExpressionNode) value {
	b.needs(x, args, 3)
	elem := b.blockElement(args[0])
	if f == libCopy && elem.Size() <= 1 {
		elem = b.blockElement(args[1])
	}
	i := instruction{op: opLibrary, sub: uint16(f), t: model.Int64, n: b.layoutOf(x, elem), d: b.register()}
	for _, arg := range args {
		i.args = append(i.args, b.expression(arg).r)
	}
	i.args = append(i.args, b.constant(max(elem.Size(), 1)))
	b.mark(x)
	b.emit(i)
	return value{i.args[0], x.Type()}
}

// blockElement is what the pointer e points to as far as it is known, or char.
func (b *builder) blockElement(e cc.ExpressionNode) cc.Type {
	if t := inner(e).Type(); t != nil {
		if elem := pointee(t.Undecay()); elem != nil && elem.Kind() != cc.Void && elem.Kind() != cc.Function && elem.Size() > 0 {
			return elem
		}
	}
	return b.ast.Char
}
