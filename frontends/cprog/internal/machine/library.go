package machine

import (
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/front"
	"dporbench/model/guarded"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// function is a function of the library: how it is compiled, and how a thread executes it.
type function struct {
	names      string // in C, separated by spaces; none if only the compiler calls it
	arguments  int    // a call has at least so many
	attributes bool   // those after the first are attributes, which have no effect
	step       bool   // it may be part of an atomic section: it does not wait for, wake or start other threads, or end its own
	object     bool   // its first argument is the address of a synchronisation object, which must not be thread-local

	// Either do executes it, and its result is 0, or result does. alone, if not nil, executes it in a loop that is tried
	// without the model, to find out whether the loop ends.
	do            func(th *thread, c libraryCall)
	result, alone func(th *thread, c libraryCall) int64
}

// libraryCall is a call of a library function, and the registers of its caller.
type libraryCall struct {
	i *code.Instruction
	r []int64
}

// arg returns argument k, from 0.
func (c libraryCall) arg(k int) int64 { return c.r[c.i.Args[k]] }

// Prototypes returns the functions of the library by their names in C.
func Prototypes() map[string]code.Prototype {
	all := map[string]code.Prototype{}
	for number, f := range functions() {
		for _, name := range strings.Fields(f.names) {
			all[name] = code.Prototype{Function: code.LibraryFunction(number), Arguments: f.arguments, Attributes: f.attributes}
		}
	}
	return all
}

// library executes a function of the library.
func (th *thread) library(i *code.Instruction, r []int64) int64 {
	f, c := &th.shared.functions[i.Sub], libraryCall{i, r}
	if th.alone != nil || th.model == nil && f.alone != nil {
		if f.alone == nil {
			th.event(i)
		}
		return f.alone(th, c)
	}
	th.event(i)
	if th.section.depth > 0 && !f.step {
		th.refuse(i, "an atomic section that waits for other threads, or wakes or starts them, or ends its own is not supported")
	}
	if f.alone == nil {
		th.notes.giveUp()
	}
	if f.object && th.isPrivate(i, c.arg(0), member) {
		th.refuse(i, "an object of the library in thread-local memory is not supported")
	}
	if f.do != nil {
		f.do(th, c)
		return 0
	}
	return f.result(th, c)
}

// functions returns the table of the library. Whatever can be written in C is in parse/headers/library.h instead. A function that needs
// no constant in package code is one entry, anywhere after the others. It is made for each program because some functions execute code, which calls functions of the table.
func functions() []function {
	zero := func(*thread, libraryCall) int64 { return 0 }
	self := func(th *thread, _ libraryCall) int64 { return th.segment }
	object := func(th *thread, c libraryCall) *image.Cell { return th.object(c.i, c.arg(0)) }
	try := func(kind string, t guarded.Transition, failure int64) func(*thread, libraryCall) int64 {
		return func(th *thread, c libraryCall) int64 { return th.tryStep(c.i, object(th, c), kind, t, failure) }
	}
	shared := func(take func(*thread, libraryCall, guarded.Transition) int64, t func(*thread) guarded.Transition) func(*thread, libraryCall) int64 {
		return func(th *thread, c libraryCall) int64 { return take(th, c, t(th)) }
	}
	destroy := func(member int64, kind string, free func(int64) bool) func(*thread, libraryCall) {
		return func(th *thread, c libraryCall) { th.destroy(c.i, th.object(c.i, c.arg(0)+member), kind, free) }
	}
	overflow := func(_ *thread, c libraryCall) int64 { return code.Overflows(c.i.N, c.arg(0), c.arg(1), c.arg(2)) }
	return []function{
		code.LibNothing: {step: true, result: zero, alone: zero, names: `
			pthread_attr_destroy pthread_attr_setstacksize pthread_attr_setscope pthread_setconcurrency pthread_mutexattr_destroy
			pthread_mutexattr_setpshared printf fprintf puts putchar fflush perror __builtin_printf
			__builtin_puts vprintf vfprintf fputs fputc putc setbuf setvbuf sched_yield __builtin_prefetch
			__builtin_ia32_pause pthread_attr_setguardsize pthread_attr_setstack pthread_attr_setinheritsched pthread_attr_setschedpolicy
			pthread_attr_setschedparam pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock
			pthread_condattr_setpshared pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setpshared
			pthread_rwlockattr_setkind_np pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared
			pthread_mutexattr_setprotocol pthread_mutexattr_setprioceiling pthread_setname_np pthread_setaffinity_np pthread_attr_setaffinity_np
			sched_setaffinity sched_setscheduler sched_get_priority_max sched_get_priority_min
			pthread_setschedparam pthread_setschedprio`},
		code.LibFail: {step: true, do: func(th *thread, c libraryCall) { th.fail(c.i, "%s", th.Messages[c.i.N]) }, names: `
			__cprog_assert_fail abort __builtin_trap __builtin_unreachable __builtin_abort __VERIFIER_error reach_error
			__assert_fail`},
		code.LibAssume: {names: "__VERIFIER_assume assume_abort_if_not __CPROVER_assume __ESBMC_assume", arguments: 1, step: true,
			do: (*thread).assume, alone: (*thread).assumeAlone},
		code.LibAssert: {names: "__CPROVER_assert __ESBMC_assert __VERIFIER_assert assert", arguments: 1, step: true,
			do: (*thread).assert, alone: (*thread).assertAlone},
		code.LibChoose: {names: "__VERIFIER_choose", arguments: 1, step: true, result: (*thread).choose},

		code.LibCreate: {names: "pthread_create",
			result: func(th *thread, c libraryCall) int64 {
				return th.create(c.i, c.arg(0), c.arg(1), len(c.i.Args) > 2 && c.arg(2) != 0)
			}},
		code.LibJoin: {names: "pthread_join __cprog_thrd_join",
			result: func(th *thread, c libraryCall) int64 { return th.join(c.i, c.arg(0)) }},
		code.LibUnset:     {do: func(th *thread, c libraryCall) { th.unset(c.i, c.arg(0), operation.Int64) }},
		code.LibJoinError: {step: true, result: func(th *thread, _ libraryCall) int64 { return th.joinError }},
		code.LibDetach: {names: "pthread_detach", arguments: 1,
			do: func(th *thread, c libraryCall) { th.claim(c.i, c.arg(0), detached) }},
		code.LibSelf:      {names: "pthread_self __cprog_self", step: true, result: self, alone: self},
		code.LibAwaitAll:  {result: (*thread).awaitAll},
		code.LibEndThread: {names: "pthread_exit", arguments: 1, do: func(th *thread, c libraryCall) { th.endThread(c.i, c.arg(0)) }},

		code.LibMalloc: {names: "malloc __builtin_malloc __builtin_alloca", arguments: 1, step: true,
			result: func(th *thread, c libraryCall) int64 { return th.allocate(c.i, c.arg(0), 16, false) }},
		code.LibCalloc: {names: "calloc __builtin_calloc", arguments: 2, step: true,
			result: func(th *thread, c libraryCall) int64 { return th.allocate(c.i, product(c.arg(0), c.arg(1)), 16, true) }},
		code.LibAlignedAlloc: {names: "aligned_alloc __builtin_aligned_alloc", arguments: 2, step: true, result: (*thread).allocateAligned},
		code.LibFree: {names: "free __builtin_free", arguments: 1, step: true,
			do: func(th *thread, c libraryCall) { th.release(c.i, c.arg(0)) }},
		code.LibRealloc: {names: "realloc __builtin_realloc", arguments: 2, step: true,
			result: func(th *thread, c libraryCall) int64 { return th.resize(c.i, c.arg(0), c.arg(1), c.arg(2)) }},
		code.LibCopy: {names: "memcpy memmove __builtin_memcpy __builtin_memmove", step: true,
			do: func(th *thread, c libraryCall) {
				if to, from, n := c.arg(0), c.arg(1), c.arg(2); len(c.i.Args) > 4 && to != from && to < from+n && from < to+n {
					th.fail(c.i, "memcpy of %d bytes to memory that overlaps with them", n)
				}
				th.copyBlock(c.i, c.arg(0), c.arg(1), c.arg(2), c.arg(3))
			}},
		code.LibFill: {names: "memset __builtin_memset", step: true,
			do: func(th *thread, c libraryCall) { th.fillBlock(c.i, c.arg(0), c.arg(1), c.arg(2), c.arg(3)) }},

		code.LibLock: {names: "pthread_mutex_lock", arguments: 1, alone: (*thread).lockAlone,
			result: func(th *thread, c libraryCall) int64 { return th.lock(c.i, c.arg(0)) }},
		code.LibUnlock: {names: "pthread_mutex_unlock", arguments: 1, alone: (*thread).unlockAlone,
			result: func(th *thread, c libraryCall) int64 { return th.unlock(c.i, c.arg(0)) }},
		code.LibTryLock: {names: "pthread_mutex_trylock", arguments: 1, object: true, result: (*thread).tryLock},
		code.LibMutexInit: {names: "pthread_mutex_init __cprog_mtx_init",
			do: func(th *thread, c libraryCall) { th.initMutex(c.i, c.arg(0), c.arg(1)) }},
		code.LibMutexKind:       {names: "pthread_mutexattr_settype pthread_mutexattr_setrobust"}, // compiled as a store
		code.LibAttributes:      {names: "pthread_attr_init"},                                     // likewise
		code.LibDetachState:     {names: "pthread_attr_setdetachstate"},                           // likewise
		code.LibMutexAttributes: {names: "pthread_mutexattr_init"},                                // likewise
		code.LibMutexDestroy: {names: "pthread_mutex_destroy", arguments: 1, object: true,
			do: func(th *thread, c libraryCall) { th.destroy(c.i, th.mutex(c.i, c.arg(0)), "mutex", isUnheld) }},
		code.LibCondDestroy: {names: "pthread_cond_destroy", arguments: 1, object: true,
			do: func(th *thread, c libraryCall) { th.destroyCondition(c.i, c.arg(0)) }},
		code.LibReadWriteDestroy: {names: "pthread_rwlock_destroy", arguments: 1, object: true, do: destroy(0, rwlock, guarded.IsZero)},
		code.LibBarrierWait: {names: "pthread_barrier_wait", arguments: 1, object: true,
			result: func(th *thread, c libraryCall) int64 { return th.barrierWait(c.i, c.arg(0)) }},

		code.LibSemPost:      {names: "sem_post", arguments: 1, object: true, result: (*thread).semPost},
		code.LibSemDestroy:   {names: "sem_destroy", arguments: 1, object: true, do: (*thread).semDestroy},
		code.LibSemTryWait:   {names: "sem_trywait", arguments: 1, object: true, result: try(semaphore, guarded.AcquirePermit, -1)},
		code.LibSemTimedWait: {names: "sem_timedwait sem_clockwait", arguments: 2, object: true, result: (*thread).semTimedWait},
		code.LibSemValue:     {names: "sem_getvalue", arguments: 2, object: true, do: (*thread).semValue},

		code.LibTimedLock:      {names: "pthread_mutex_timedlock pthread_mutex_clocklock", arguments: 2, object: true, result: (*thread).timedLock},
		code.LibTimedReadLock:  {names: "pthread_rwlock_timedrdlock pthread_rwlock_clockrdlock", arguments: 2, object: true, result: shared((*thread).lateShared, (*thread).readLock)},
		code.LibTimedWriteLock: {names: "pthread_rwlock_timedwrlock pthread_rwlock_clockwrlock", arguments: 2, object: true, result: shared((*thread).lateShared, (*thread).writeLock)},
		code.LibTimedWait: {names: "pthread_cond_timedwait pthread_cond_clockwait", arguments: 3, object: true,
			result: (*thread).condTimedWait},
		code.LibTimedJoin:   {names: "pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np", arguments: 2, result: (*thread).mayJoinLate},
		code.LibDeleteKey:   {names: "pthread_key_delete", arguments: 1, step: true, result: (*thread).deleteKey},
		code.LibCancel:      {names: "pthread_cancel", arguments: 1, result: (*thread).cancel},
		code.LibPushHandler: {names: "__pthread_push_handler", arguments: 2, step: true, do: (*thread).pushHandler},
		code.LibMayFail:     {step: true, result: (*thread).failsForNoReason},

		code.LibMathErrno:   {step: true, result: mathErrno, alone: mathErrno},
		code.LibNow:         {names: "__cprog_now", step: true, result: (*thread).now},
		code.LibSleep:       {names: "sleep", arguments: 1, do: func(th *thread, c libraryCall) { th.sleep(c.i, c.arg(0)*second) }},
		code.LibMicroSleep:  {names: "usleep", arguments: 1, do: func(th *thread, c libraryCall) { th.sleep(c.i, c.arg(0)*1000) }},
		code.LibNap:         {names: "__cprog_nap __pthread_sleep", arguments: 1, do: func(th *thread, c libraryCall) { th.sleep(c.i, c.arg(0)) }},
		code.LibWhen:        {result: func(th *thread, c libraryCall) int64 { return th.whenOneOf(c.i, c.r) }},
		code.LibUnsupported: {names: "__cprog_unsupported", step: true, do: func(th *thread, c libraryCall) { th.refuse(c.i, "%s", th.Messages[c.i.N]) }},
		code.LibUpdate:      {step: true, result: func(th *thread, c libraryCall) int64 { return th.replaceBy(c.i, c.arg(0), c.arg(1)) }},
		code.LibInvoke: {step: true, do: func(th *thread, c libraryCall) {
			th.model.Invoke(th.Messages[c.i.N/2], th.Messages[c.i.N/2+1], c.marked()...)
		}},
		code.LibOverflow: {step: true, result: overflow, alone: overflow},
		code.LibWide:     {step: true, result: (*thread).wide, alone: (*thread).wide},
		code.LibRespond:  {step: true, do: func(th *thread, c libraryCall) { th.model.Respond(c.marked()...) }},

		{names: "sem_wait", arguments: 1, object: true, do: (*thread).semWait},
		{names: "sem_init", arguments: 3, object: true, result: (*thread).semInit},

		{names: "__cprog_number", arguments: 3, step: true, result: (*thread).parseNumber},
		{names: "__cprog_float_text", arguments: 4, step: true, result: (*thread).formatNumber},
		{names: "__cprog_swap_blocks", arguments: 3, step: true,
			do: func(th *thread, c libraryCall) { th.swapBlocks(c.i, c.arg(0), c.arg(1), c.arg(2)) }},
		{names: "longjmp _longjmp siglongjmp __builtin_longjmp", arguments: 2, do: (*thread).longjmp},
		{names: "__pthread_pop_handler", arguments: 1, do: (*thread).popHandler},
		{names: "__cprog_never", do: func(th *thread, c libraryCall) { th.never(c.i) }},
		{names: "pthread_testcancel", do: func(th *thread, c libraryCall) { th.testCancel(c.i) }},
		{names: "pthread_mutex_consistent", arguments: 1, object: true, result: (*thread).makeConsistent},
		{names: "pthread_setcancelstate", arguments: 2, result: (*thread).setCancelState},
		{names: "pthread_setcanceltype", arguments: 2, result: (*thread).setCancelType},
		{names: "exit __builtin_exit _exit _Exit", arguments: 1, do: func(th *thread, c libraryCall) { th.exit(c.i) }},
		{names: "pthread_key_create", arguments: 2, step: true, result: (*thread).createKey},
		{names: "pthread_setspecific", arguments: 2, step: true, result: (*thread).setSpecific},
		{names: "pthread_getspecific", arguments: 1, step: true, result: (*thread).getSpecific},

		{names: "pthread_cond_init", arguments: 1, attributes: true, object: true, do: func(th *thread, c libraryCall) {
			th.renew(th.object(c.i, c.arg(0)+begun), code.LibCondDestroy, 0)
			th.renew(th.object(c.i, c.arg(0)+woken), code.LibCondDestroy, 0)
		}},
		{names: "pthread_cond_wait", arguments: 2, object: true,
			result: func(th *thread, c libraryCall) int64 { return th.condWait(c.i, c.arg(0), c.arg(1), nil) }},
		{names: "pthread_cond_signal", arguments: 1, object: true,
			do: func(th *thread, c libraryCall) { th.condSignal(c.i, c.arg(0)) }},
		{names: "pthread_cond_broadcast", arguments: 1, object: true,
			do: func(th *thread, c libraryCall) { th.condBroadcast(c.i, c.arg(0)) }},

		{names: "pthread_barrier_init", arguments: 3, object: true, result: (*thread).barrierInit},
		{names: "pthread_barrier_destroy", arguments: 1, object: true, do: destroy(participants, "barrier", guarded.Always)},

		{names: "pthread_rwlock_init", arguments: 1, attributes: true, object: true,
			do: func(th *thread, c libraryCall) { th.renew(object(th, c), code.LibReadWriteDestroy, 0) }},
		{names: "pthread_rwlock_rdlock", arguments: 1, object: true, result: shared((*thread).lockShared, (*thread).readLock)},
		{names: "pthread_rwlock_wrlock", arguments: 1, object: true, result: shared((*thread).lockShared, (*thread).writeLock)},
		{names: "pthread_rwlock_tryrdlock", arguments: 1, object: true, result: shared((*thread).tryShared, (*thread).readLock)},
		{names: "pthread_rwlock_trywrlock", arguments: 1, object: true,
			result: func(th *thread, c libraryCall) int64 { return th.try(c.i, object(th, c), rwlock, -th.segment) }},
		{names: "pthread_rwlock_unlock", arguments: 1, object: true,
			do: func(th *thread, c libraryCall) { th.unlockShared(c.i, c.arg(0)) }},
	}
}

func mathErrno(_ *thread, c libraryCall) int64 {
	return code.MathErrno(c.i.N, code.Float(c.arg(0), false), code.Float(c.arg(1), false), code.Float(c.arg(2), false))
}

func (th *thread) assume(c libraryCall) {
	if c.arg(0) == 0 {
		th.stop(c.i)
	}
}

func (th *thread) assert(c libraryCall) {
	if c.arg(0) == 0 {
		th.fail(c.i, "assert")
	}
}

func (th *thread) choose(c libraryCall) int64 {
	n := c.arg(0)
	if n < 1 || n > front.MaxChoices {
		th.refuse(c.i, "a choice among %d: there must be from 1 to %d", n, front.MaxChoices)
	}
	return th.model.Choose(int(n))
}

func (th *thread) allocateAligned(c libraryCall) int64 {
	alignment := c.arg(0)
	if alignment <= 0 || alignment&(alignment-1) != 0 {
		th.fail(c.i, "an alignment of %d, which is not a power of two", alignment)
	}
	return th.allocate(c.i, c.arg(1), alignment, false)
}

// parseNumber is __cprog_number: it converts n characters at an address.
func (th *thread) parseNumber(c libraryCall) int64 {
	th.boundBlock(c.i, c.arg(1))
	text := make([]byte, c.arg(1))
	for k := range text {
		text[k] = byte(th.load(c.i, c.arg(0)+int64(k), operation.Uint8))
	}
	return code.ParseNumber(string(text), c.arg(2) != 0)
}

// formatNumber is __cprog_float_text: it stores a text at an address.
func (th *thread) formatNumber(c libraryCall) int64 {
	text := code.FormatNumber(c.arg(1), byte(c.arg(2)), c.arg(3))
	for k := range text {
		th.store(c.i, c.arg(0)+int64(k), operation.Uint8, int64(text[k]))
	}
	return int64(len(text))
}

// wide executes a LibWide.
func (th *thread) wide(c libraryCall) int64 {
	op, of, result := code.DecodeWide(c.i.N)
	first := 0
	if result.IsWide() {
		first = 1
	}
	x, y := th.wideOperand(c, first, of), code.Wide{}
	switch {
	case op == code.OpShl || op == code.OpShr:
		y.Low = uint64(c.arg(first + 1))
	case len(c.i.Args) > first+1:
		y = th.wideOperand(c, first+1, of)
	}
	v, err := code.ComputeWide(op, of, result, x, y)
	if err != nil {
		th.fail(c.i, "%v", err)
	}
	if result.IsWide() {
		th.store(c.i, c.arg(0), operation.Uint64, int64(v.Low))
		th.store(c.i, c.arg(0)+8, operation.Uint64, int64(v.High))
	}
	return int64(v.Low)
}

func (th *thread) wideOperand(c libraryCall, k int, of code.WideKind) code.Wide {
	v := c.arg(k)
	if !of.IsWide() {
		return code.Wide{Low: uint64(v)}
	}
	return code.Wide{Low: uint64(th.load(c.i, v, operation.Uint64)), High: uint64(th.load(c.i, v+8, operation.Uint64))}
}

// marked returns the values of a mark.
func (c libraryCall) marked() (values []int64) {
	for _, a := range c.i.Args {
		if v := c.r[a]; v != 0 || c.i.N&code.UnlessZero == 0 {
			values = append(values, v)
		}
	}
	return values
}

// exit ends the process. Whatever other threads do after it they could have done before it, unless it waits
// for the end of this thread. So they continue, and this thread stops; main, if no thread waits for it, ends.
func (th *thread) exit(i *code.Instruction) {
	isMain := th.segment == lineage.Root
	if isMain {
		th.notesEnd(true)
	}
	th.leaveSection(i, isMain)
	switch {
	case !th.Options.LikeGenMC:
		th.model.Exit(0, isMain && !th.JoinsMain())
	case isMain:
		th.model.Return(0)
	}
	th.stop(i)
}
