package compile

import (
	"fmt"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// libraryCall compiles a call of a function that the file does not define.
func (b *builder) libraryCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) emit.Value {
	if name == "__builtin_expect" && len(args) == 2 {
		return emit.Value{R: b.Convert(x, b.scalar(args[0]), b.AST.Long), T: b.AST.Long}
	}
	if name == "__builtin_choose_expr" && len(args) == 3 {
		if v, known := tree.ConstantOf(args[0]); known && v != 0 {
			return b.expression(args[1])
		}
		return b.expression(args[2])
	}
	if name == "__builtin_constant_p" && len(args) == 1 {
		return emit.Value{R: b.Constant(isKnown(args[0])), T: b.AST.Int}
	}
	if v, ok := x.Value().(cc.Int64Value); ok && name == "__ccgo__types_compatible_p" {
		return emit.Value{R: b.Constant(int64(v)), T: b.AST.Int}
	}
	for _, special := range []func(*cc.PostfixExpression, string, []cc.ExpressionNode) (emit.Value, bool){
		b.boundaryCall, b.anyNumber, b.variadicCall, b.markedCall, b.mathCall,
	} {
		if v, ok := special(x, name, args); ok {
			return v
		}
	}
	switch name {
	case "__cprog_unsupported":
		return b.fails(x, code.LibUnsupported, tree.Failure(x))
	case "__cprog_mtx_init":
		return b.mutexOfKind(x, args)
	case "setjmp", "_setjmp", "__builtin_setjmp", "sigsetjmp", "__sigsetjmp":
		return b.returnPoint(x, args)
	}
	if code.Unsupported(name) {
		return b.fails(x, code.LibUnsupported, fmt.Sprintf("function %s is not supported", strings.TrimPrefix(name, "__builtin_")))
	}
	prototype, known := b.options.Library[name]
	if why := code.Missing[name]; why != "" {
		source.Refuse(x, "%s: %s", name, why)
	}
	if !known && b.weak[name] {
		return b.fails(x, code.LibFail, fmt.Sprintf("call of function %s, which is weak and not defined", name))
	}
	if !known {
		source.Refuse(x, "function %s is not defined, and not a supported library function", name)
	}
	f := prototype.Function
	b.Program.Uses[f] = true
	if name == "pthread_cond_wait" {
		b.waitsOnce(x)
	}
	b.Program.BarrierResults = b.Program.BarrierResults || f == code.LibBarrierWait && b.unused != cc.Node(x)
	switch f {
	case code.LibCreate:
		return b.createCall(x, args)
	case code.LibJoin:
		b.needs(x, args, 2)
		return b.join(x, b.scalar(args[0]).R, args[1])
	case code.LibTimedJoin:
		return b.timedJoin(x, args)
	case code.LibNothing:
		return b.nothingCall(x, name, args)
	case code.LibFail:
		return b.failCall(x)
	case code.LibCopy, code.LibFill:
		return b.blockCall(x, f, args)
	case code.LibMutexKind:
		return b.kindCall(x, name, args)
	case code.LibDetachState:
		b.Program.Uses[code.LibDetach] = true
		return b.kindCall(x, name, args)
	case code.LibMutexAttributes, code.LibAttributes:
		b.needs(x, args, 1)
		return b.setKind(x, args[0], b.Constant(0))
	case code.LibMutexInit:
		return b.mutexInitCall(x, args)
	}
	i := code.Instruction{Op: code.OpLibrary, Sub: uint16(f), D: b.Register()}
	if name == "__builtin_alloca" {
		i.N = code.Automatic
	}
	if prototype.Attributes {
		args = args[:min(len(args), 1)]
	}
	for _, arg := range args {
		v := b.expression(arg)
		if tree.IsWide(v.T) {
			v.R = b.Convert(arg, v, b.AST.Long)
		}
		i.Args = append(i.Args, v.R)
	}
	if name == "sem_init" && len(args) > 2 {
		n, _ := tree.ConstantOf(args[2])
		b.Program.FullSemaphores = b.Program.FullSemaphores || n > code.MostPermits
	}
	if f == code.LibRealloc && len(args) > 0 {
		elem := b.blockElement(args[0])
		i.N, i.Args = b.LayoutOf(x, elem), append(i.Args, b.Constant(max(tree.Size(elem), 1)))
		b.Program.Uses[code.LibMalloc], b.Program.Uses[code.LibFree] = true, true
	}
	if least := prototype.Arguments; len(args) < least {
		source.Refuse(x, "%s needs %d arguments", name, least)
	}
	switch {
	case name == "exit" || name == "__builtin_exit":
		b.endsProcess()
	case f == code.LibEndThread && (b.HasExitHandlers || len(b.destructors) > 0):
		over := &emit.Label{}
		b.Jump(code.OpJumpZero, b.library(x, code.LibAwaitAll, 0), over)
		b.endsProcess()
		b.Bind(over)
	}
	b.Mark(x)
	b.Emit(i)
	if f == code.LibSemTimedWait || name == "sem_init" || name == "sem_post" && (b.unused != cc.Node(x) || b.readsErrno()) {
		b.negated(x, i.D)
	} else if reports, ok := failures[name]; ok {
		b.setsErrno(x, i.D, reports.result, b.Constant(reports.errno))
	}
	return emit.Value{R: i.D, T: b.resultType(x)}
}

// isKnown returns 1 if e is a constant or a string literal, and 0 otherwise.
func isKnown(e cc.ExpressionNode) int64 {
	_, constant := tree.ConstantOf(e)
	_, literal := tree.StringBytes(e)
	_, float := e.Value().(cc.Float64Value)
	if constant || literal || float {
		return 1
	}
	return 0
}

func (b *builder) needs(x *cc.PostfixExpression, args []cc.ExpressionNode, n int) {
	if len(args) < n {
		source.Refuse(x, "%s needs %d arguments", cc.NodeSource(x.PostfixExpression), n)
	}
}

// createCall compiles pthread_create(&thread, attributes, function, argument).
func (b *builder) createCall(x *cc.PostfixExpression, args []cc.ExpressionNode) emit.Value {
	b.needs(x, args, 4)
	handle := b.target(args[0])
	start, argument := b.expression(args[2]).R, b.expression(args[3]).R
	passed := []code.Register{start, argument}
	if !tree.IsNull(args[1]) {
		passed = append(passed, b.attribute(args[1]))
	}
	b.Write(x, handle, b.library(x, code.LibCreate, 0, passed...))
	return emit.Value{R: b.Constant(0), T: b.AST.Int}
}

// join compiles pthread_join(thread, &result), and thrd_join.
func (b *builder) join(x *cc.PostfixExpression, thread code.Register, to cc.ExpressionNode) emit.Value {
	if tree.IsNull(to) {
		b.library(x, code.LibJoin, 0, thread)
		return b.joinResult(x)
	}
	result := b.target(to)
	d := b.library(x, code.LibJoin, 0, thread)
	nowhere := &emit.Label{}
	if !result.InRegister {
		b.Jump(code.OpJumpZero, result.R, nowhere)
	}
	b.Jump(code.OpJumpNonzero, b.library(x, code.LibJoinError, 0), nowhere)
	b.joinsNothing(x, result, d, nowhere)
	b.Write(x, result, b.Convert(x, emit.Value{R: d, T: b.AST.Long}, result.T))
	b.Bind(nowhere)
	return b.joinResult(x)
}

// joinsNothing takes the value of result away if the thread whose result is d returned without one, and jumps to done.
func (b *builder) joinsNothing(x *cc.PostfixExpression, result emit.Place, d code.Register, done *emit.Label) {
	if len(b.FallsOff) == 0 {
		return
	}
	b.Program.Uses[code.LibUnset] = true
	has := &emit.Label{}
	b.Jump(code.OpJumpZero, b.Binary(code.OpEq, model.Int64, d, b.Constant(code.Undefined)), has)
	if result.InRegister {
		b.Move(result.R, d)
		b.doubt(result.Local)
	} else {
		b.library(x, code.LibUnset, 0, result.R)
	}
	b.Jump(code.OpJump, code.NoRegister, done)
	b.Bind(has)
}

// joinResult is the result of the last join, if it is used.
func (b *builder) joinResult(x *cc.PostfixExpression) emit.Value {
	if b.unused == cc.Node(x) {
		return emit.Value{R: b.Constant(0), T: b.AST.Int}
	}
	err := b.library(x, code.LibJoinError, 0)
	if cc.NodeSource(x.PostfixExpression) != "pthread_join" { // thrd_join: thrd_error
		err = b.Binary(code.OpMul, model.Int32, b.Binary(code.OpNe, model.Int32, err, b.Constant(0)), b.Constant(2))
	}
	return emit.Value{R: err, T: b.AST.Int}
}

// timedJoin compiles pthread_timedjoin_np(thread, &result, &deadline) and its like: a join, unless it is late.
func (b *builder) timedJoin(x *cc.PostfixExpression, args []cc.ExpressionNode) emit.Value {
	b.needs(x, args, 2)
	b.Program.Uses[code.LibJoin] = true
	thread := b.scalar(args[0]).R
	late := []code.Register{thread}
	for _, arg := range args[2:] {
		late = append(late, b.expression(arg).R)
	}
	err, over := b.library(x, code.LibTimedJoin, 0, late...), &emit.Label{}
	b.Jump(code.OpJumpNonzero, err, over)
	b.join(x, thread, args[1])
	b.Bind(over)
	return emit.Value{R: err, T: b.AST.Int}
}

// nothingCall evaluates the arguments that are not pointers or have side effects.
func (b *builder) nothingCall(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) emit.Value {
	for k, arg := range args {
		if k == len(args)-1 && mayFail(name, arg) {
			return emit.Value{R: b.attributeError(name, b.scalar(arg)), T: b.resultType(x)}
		}
		if t := arg.Type(); t != nil && t.Kind() != cc.Ptr && t.Kind() != cc.Array || !tree.Pure(arg) {
			if v := b.expression(arg); isName(arg) && cc.IsArithmeticType(v.T) && !tree.IsWide(v.T) {
				b.Copy(v.R) // a use, for which it needs a value
			}
		}
	}
	return emit.Value{R: b.Constant(0), T: b.resultType(x)}
}

func isName(e cc.ExpressionNode) bool {
	p, ok := tree.Inner(e).(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionIdent
}

// failCall ends the thread with a failure.
func (b *builder) failCall(x *cc.PostfixExpression) emit.Value {
	v := b.fails(x, code.LibFail, tree.Failure(x))
	return emit.Value{R: v.R, T: b.AST.Void}
}

// fails calls f, which does not return, with a message.
func (b *builder) fails(x *cc.PostfixExpression, f code.LibraryFunction, message string) emit.Value {
	b.library(x, f, b.message(message))
	return emit.Value{R: b.Constant(0), T: b.resultType(x)}
}

// message adds a text to the program's messages and returns its index.
func (b *builder) message(text string) int64 {
	b.Program.Messages = append(b.Program.Messages, text)
	return int64(len(b.Program.Messages) - 1)
}

// library calls a function of the machine, with a number and arguments, and returns its result.
func (b *builder) library(n cc.Node, f code.LibraryFunction, number int64, args ...code.Register) code.Register {
	b.Mark(n)
	d := b.Register()
	b.Emit(code.Instruction{Op: code.OpLibrary, Sub: uint16(f), D: d, N: number, Args: args})
	return d
}

// blockCall compiles memcpy, memmove and memset. The memory consists of elements of the type that
// the pointers point to.
func (b *builder) blockCall(x *cc.PostfixExpression, f code.LibraryFunction, args []cc.ExpressionNode) emit.Value {
	b.needs(x, args, 3)
	elem := b.blockElement(args[0])
	if f == code.LibCopy && tree.Size(elem) <= 1 {
		elem = b.blockElement(args[1])
	}
	i := code.Instruction{Op: code.OpLibrary, Sub: uint16(f), T: model.Int64, N: b.LayoutOf(x, elem), D: b.Register()}
	for _, arg := range args {
		i.Args = append(i.Args, b.expression(arg).R)
	}
	i.Args = append(i.Args, b.Constant(max(tree.Size(elem), 1)))
	if n, known := tree.ConstantOf(args[2]); !known || n%max(tree.Size(elem), 1) != 0 {
		b.Program.Mixes = true // the last bytes may be a part of a number
	}
	if strings.HasSuffix(cc.NodeSource(x.PostfixExpression), "memcpy") {
		i.Args = append(i.Args, b.Constant(1)) // the blocks must not overlap
	}
	b.Mark(x)
	b.Emit(i)
	return emit.Value{R: i.Args[0], T: x.Type()}
}

// blockElement returns the type that the pointer e points to, or char if it is not known.
func (b *builder) blockElement(e cc.ExpressionNode) cc.Type {
	if t := tree.Inner(e).Type(); t != nil {
		if elem := tree.Pointee(t.Undecay()); elem != nil && elem.Kind() != cc.Void && elem.Kind() != cc.Function && elem.Size() > 0 {
			return elem
		}
	}
	return b.AST.Char
}

// isRandom reports whether a function returns random integers.
func isRandom(name string) bool {
	switch name {
	case "rand", "rand_r", "random", "lrand48", "mrand48", "nrand48", "jrand48":
		return true
	}
	return false
}

// anyNumber compiles a call of a function that returns any value of its type: a choice from the
// given range, or from 0 and 1 for a bool.
func (b *builder) anyNumber(x *cc.PostfixExpression, name string, _ []cc.ExpressionNode) (emit.Value, bool) {
	kind, ok := strings.CutPrefix(strings.TrimPrefix(name, "__VERIFIER_"), "nondet_")
	if !ok && !isRandom(name) {
		return emit.Value{}, false
	}
	values := b.options.Nondet
	if kind == "bool" || kind == "_Bool" {
		values = Range{0, 1}
	}
	t := b.resultType(x)
	switch n := values.To - values.From + 1; {
	case values == Range{}:
		source.Refuse(x, "%s: an arbitrary number has too many values: use __VERIFIER_choose(n), which is any of 0 to n-1, or give a range", name)
	case !cc.IsIntegerType(t):
		source.Refuse(x, "%s: any value of type %s is not supported", name, t)
	case n < 1 || n > model.MaxChoices:
		source.Refuse(x, "%s: the range %d to %d must have from 1 to %d values", name, values.From, values.To, model.MaxChoices)
	}
	return emit.Value{R: b.choose(x, values, t), T: t}, true
}

// failure is how a function of the library reports a failure: by a result, after setting errno.
type failure struct{ result, errno int64 }

// Functions of POSIX threads return their errors and leave errno alone.
var failures = map[string]failure{
	"sem_trywait": {-1, 11}, "malloc": {0, 12}, "calloc": {0, 12}, "realloc": {0, 12}, "aligned_alloc": {0, 12}, "__builtin_realloc": {0, 12},
}

// setsErrno sets errno if the call of a function, with its result in r, has failed. A file in which nothing reads errno
// is without it.
func (b *builder) setsErrno(n cc.Node, r code.Register, failure int64, errno code.Register) {
	if b.readsErrno() {
		b.setsErrnoIf(n, b.Binary(code.OpEq, model.Int32, r, b.Constant(failure)), errno)
	}
}

func (b *builder) readsErrno() bool {
	return b.globals["__cprog_errno"] != nil && b.definition("__cprog___errno_location") != nil
}

func (b *builder) setsErrnoIf(n cc.Node, failed, errno code.Register) {
	succeeded := &emit.Label{}
	b.Jump(code.OpJumpZero, failed, succeeded)
	b.Write(n, b.variablePlace(n, b.globals["__cprog_errno"].declarator), errno)
	b.Bind(succeeded)
}

// negated turns a result that is 0, or an error with a minus, into 0 or -1 with that errno.
func (b *builder) negated(n cc.Node, r code.Register) {
	succeeded := &emit.Label{}
	b.Jump(code.OpJumpNonzero, b.Binary(code.OpEq, model.Int32, r, b.Constant(0)), succeeded)
	errno := b.Binary(code.OpSub, model.Int32, b.Constant(0), r)
	b.Move(r, b.Constant(-1))
	b.setsErrno(n, r, -1, errno)
	b.Bind(succeeded)
}
