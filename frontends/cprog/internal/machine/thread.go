package machine

import (
	"sync"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/waiting"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// thread executes the code of one thread, as the body of a thread of the model. It
// depends on nothing but what the operations of the model return.
type thread struct {
	*image.Image
	locality
	shared   *shared
	model    *front.Thread // nil while the initial values are computed
	segment  int64         // where its own addresses lie; see lineage.go
	spawned  int64
	children *child
	claimed  map[int64]int64 // by segment: whether it has joined or detached that thread
	// private is the memory that no other thread reaches: the thread-local variables,
	// and then the locals of the calls; top bytes are in use. heap has the memory from malloc,
	// frames the frames of functions with locals that others may reach.
	private   []byte
	bits      map[int64]byte // the bits that have values, of a byte of which only some have
	inside    []byte         // what each byte of it is; see code.OfVariable
	top       int64
	frames    map[int64]*frames
	heap      image.Heap
	registers []int64           // of all calls
	graphs    bool              // executions are graphs under the memory model, and memory orders count
	used      int               // how many of them are in use
	steps     int               // instructions since the last event
	depth     int               // of nested calls
	caller    *code.Instruction // the call of the library function being executed, if any
	changes   waiting.Changes
	origin    int64           // of the last call's result; like GenMC
	blocks    []block         // from malloc; like GenMC
	rounds    map[int64]int64 // by address of a barrier: how often the thread has arrived
	initial   *image.Initial  // while the initial values are computed
	points    []*returnPoint  // of setjmp; see jump.go
	entered   []enteredFrame
	// localsKnown says that other threads may have the address of a thread-local variable.
	localsKnown bool
	specific    map[int64]int64 // by key
	robust      []*image.Cell   // the robust mutexes that it holds
	keys        int             // that it has made
	joinsLate   bool            // the next join may end because it is late
	joinError   int64           // of the last join
	handlers    []handler       // cleanup handlers pushed and not popped
	// keeps says that the thread cannot be cancelled; late and whims count how often it has stopped waiting because time has passed, and
	// for no reason.
	keeps       bool
	late, whims int
	unit        unit           // of the last load before a store of a bit-field
	automatic   []automatic    // memory that exists for a call only, of the calls inside each other
	gone        map[int64]bool // by address: such memory of calls that are over
	allocated   int32          // the last of its allocations, if they are noted
	section     section
	ordering    operation.Ordering // of the next access, if that has one by value
	// see endless.go
	notes *notes                    // while they are taken
	looks map[*code.Instruction]int // by loop examined: the iteration in which to examine it again
	alone map[image.OwnPlace]int64  // values by place, while the thread runs alone
}

// shared belongs to all threads of a program.
type shared struct {
	idle      sync.Pool // threads that are over
	functions []function
	live      sync.Map // of functions that have been called: their liveness, for local states
}

// call is one call of a function.
type call struct {
	code.Frame
	f       *code.Function
	loops   []waiting.Iteration
	rounds  int             // iterations of all loops
	origins waiting.Origins // like GenMC; nil otherwise
}

func (th *thread) functionAt(i *code.Instruction, address int64) int64 {
	n := address &^ code.FunctionSpace
	if address&code.FunctionSpace == 0 || n < 0 || n >= int64(len(th.Functions)) {
		th.fail(i, "call of something that is not a function")
	}
	return n
}

// where returns the position of i, for messages.
func (th *thread) where(i *code.Instruction) source.Position {
	if th.caller != nil {
		i = th.caller
	}
	if i == nil || int(i.Line) >= len(th.Positions) {
		return th.Positions[0]
	}
	return th.Positions[i.Line]
}

// fail ends the thread with a failure of the execution.
func (th *thread) fail(i *code.Instruction, format string, args ...any) {
	if th.model == nil {
		panic(th.where(i).Problem("in an initialiser: "+format, args...))
	}
	th.leaveSection(i, true)
	th.model.Assert(false, th.where(i).Problem(format, args...).Error())
}

// stop ends the thread as a false assume does.
func (th *thread) stop(i *code.Instruction) {
	th.leaveSection(i, false)
	th.model.Assume(false)
}

// spin ends the thread because another iteration of a loop would do the same as the last one.
func (th *thread) spin(i *code.Instruction, l *waiting.Iteration) {
	operations := th.model.Operations() - l.Operations
	if th.section.depth > 0 || operations == 0 || th.whims != l.Whims || th.Options.LikeGenMC { // whose iterations may differ
		th.stop(i)
	}
	th.model.Place(th.Lines[i.Line])
	if th.late != l.Late {
		th.model.SpinLate(operations)
	}
	th.model.Spin(operations)
}

// refuse ends the exploration: the program does something unsupported.
func (th *thread) refuse(i *code.Instruction, format string, args ...any) {
	err := th.where(i).Problem(format, args...)
	if th.model == nil {
		panic(err)
	}
	panic(&operation.UsageError{Problem: err.Error(), Unsupported: true})
}

// event is called before an operation of the model.
func (th *thread) event(i *code.Instruction) {
	th.steps = 0
	if th.model == nil {
		th.fail(i, "this needs a thread")
	}
	if th.caller != nil {
		i = th.caller
	}
	th.model.Place(th.Lines[i.Line])
}

// child is a thread that this one can join: it was started by this one, or by one of its ancestors
// before this one.
type child struct {
	segment int64
	model   front.Child
	earlier *child
}

func (c *child) find(segment int64) (*child, bool) {
	for ; c != nil; c = c.earlier {
		if c.segment == segment {
			return c, true
		}
	}
	return nil, false
}
