package machine

import (
	"fmt"
	"math"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

const rootPath = lineage.Root

// Thread executes one goroutine, or the initialisation of packages, during which it is alone and nothing is an event.
type Thread struct {
	Gen       *Generation
	t         *front.Thread // nil during initialisation
	publisher memory.Publisher
	path      int64                  // see lineage
	started   string                 // the function with which it was started
	own       map[*memory.Site]value // see Own
	Subtests  map[string]int         // how often its test has run subtests with a name
	spawned   int64
	deep      int     // how many goroutines below main it is
	chain     int64   // if a timer of AfterFunc has started it: the goroutine that set the first one of those that have each set the next one
	chained   int64   // and their number
	at        *string // the line of the program
	effect    Effect  // of its last event
	open      bool    // the last operation was an event
	steps     int     // instructions since the last event
	relied    []reliance
	events    int
	random    int  // random numbers that it has had
	probing   bool // it is not the thread itself: it must reach no event
	depth     int
	top       *Frame    // of the current call
	spare     *Frame    // of calls that have returned
	natives   []call    // the calls of natives that have not returned
	awaited   []*record // what it waits for, if it waits
	Cleanups  []value   // of a test
	Seeds     []value   // of a fuzz test, each a tuple
	Subtest   *Subtest  // that it runs; nil if it runs none
	Manner    Manner    // of the test that it runs
	groups    []*joined // WaitGroups that it adds to
	part      value     // the WaitGroup for which it has been started, or nil
	done      bool      // it has called Done for that WaitGroup
	history   *history  // nil outside of loops that may wait
	polls     int       // events of an iteration that changed nothing, if it waits for time to pass before it repeats it
	Parallel  []Subtest // subtests of its test that wait until that has returned
	RunTests  func()    // what m.Run does in TestMain; nil elsewhere, and while it does
	growth    growth    // of maps
	timer     *Setting  // of the timer that it is, while that waits
	Watch     *Watch    // of the cleanup or the finalizer that it is
	Bubble    *Bubble   // in which it is; nil if it is in none
	locality
}

// Subtest is a subtest as a goroutine, with a channel for its reports, and one on which it waits to continue.
type Subtest struct{ Says, Continues value }

// Manner is what a test has said about running beside others.
type Manner struct {
	Parallel bool // it has called Parallel
	Within   bool // a test that runs it has
	Alone    bool // it has changed the environment or the folder of all
}

func newThread(g *Generation, t *front.Thread, path int64, name string) *Thread {
	return &Thread{Gen: g, t: t, path: path, at: &g.nowhere, publisher: memory.Publisher{Table: g.Table, Path: path, Name: name}}
}

// run is the body of a thread.
func (g *Generation) run(t *front.Thread, path int64, name string, body func(*Thread)) {
	th := newThread(g, t, path, name)
	th.spare, _ = g.frames.Get().(*Frame)
	t.Reveal(func() any { return th.held() })
	if th.describes = t.WantsLocal(); th.describes {
		t.Local(th.localState, &th.since.results)
	}
	th.located = th.describes || g.Cleans()
	defer func() {
		g.keepFrames(th)
		if t.Unwinding() {
			return
		}
		switch r := recover().(type) {
		case nil:
		case *memory.Refusal:
			panic(&operation.UsageError{Problem: th.place(r.Problem), Unsupported: true})
		default:
			panic(r)
		}
	}()
	_, p := th.Protect(func() value { body(th); return value{} })
	if p != nil && !p.Exit {
		th.at = &p.At
		th.Fail("panic: %s", th.PanicText(p.V))
	}
	if path != rootPath {
		th.counted(th.started, -1)
	}
	th.notDone()
	t.Mark(int32(th.effect))
}

// initialising reports whether packages are being initialised, before an action that otherwise is an event.
func (th *Thread) initialising() bool {
	if th.probing {
		panic(elsewhere{})
	}
	return th.t == nil
}

// At says where in the program the thread is. The text must not change: it is not copied, since most instructions set it.
func (th *Thread) At(place *string) { th.at = place }

// Place returns the thread's place in the program.
func (th *Thread) Place() string { return *th.at }

func (th *Thread) place(text string) string {
	if *th.at == "" {
		return text
	}
	return *th.at + ": " + text
}

// Refuse ends the exploration, because the program does something unsupported.
func (th *Thread) Refuse(format string, args ...any) {
	problem := th.place(fmt.Sprintf(format, args...))
	if th.t == nil {
		panic(&memory.Refusal{Problem: problem})
	}
	panic(&operation.UsageError{Problem: problem, Unsupported: true})
}

// Fail ends the thread with a failure of the execution.
func (th *Thread) Fail(format string, args ...any) {
	text := th.place(fmt.Sprintf(format, args...))
	if th.t == nil {
		panic(&memory.Refusal{Problem: "while packages are initialised: " + text})
	}
	th.notDone()
	th.event()
	th.t.Fail(text)
}

// event begins an event.
func (th *Thread) event() {
	if th.probing {
		panic(elsewhere{})
	}
	th.goesOn()
	if n := th.Gen.trial; n != nil {
		*n += int64(th.steps)
	}
	th.steps, th.relied, th.polls = 0, th.relied[:0], 0
	if th.events++; th.events > th.Gen.Limits.Events && !th.describes {
		th.Refuse("a goroutine has had %d events: bound its loops, with --unroll for example", th.Gen.Limits.Events)
	}
	th.t.Place(*th.at)
	th.t.Mark(int32(th.effect))
	th.effect, th.open = NoEffect, true
}

// IsMain reports whether the thread is that of the first goroutine.
func (th *Thread) IsMain() bool { return th.path == rootPath }

// identity returns a number for the goroutine, the same in each execution, on which something depends: goroutines are not symmetric then.
func (th *Thread) identity() int64 {
	if th.t != nil {
		th.Gen.Model.TellThreadsApart()
	}
	return th.path
}

// Print shows a text with the execution.
func (th *Thread) Print(text string) {
	if th.t != nil && !th.probing {
		th.t.Print(text)
	}
}

// Skip records that the test has been skipped.
func (th *Thread) Skip() {
	if th.t != nil && !th.probing {
		th.t.Skip()
	}
}

// Stop stops the thread as at a false assume: it is not followed further.
func (th *Thread) Stop() {
	th.event()
	th.t.Assume(false)
}

// Choose returns any number below n.
func (th *Thread) Choose(n int) int64 {
	if th.t == nil {
		th.Refuse("a choice while packages are initialised")
	}
	th.event()
	return th.t.Choose(n)
}

// choicesOfBits is how many random numbers of a goroutine are choices.
const choicesOfBits = 2

// RandomBits returns 32 random bits. The first numbers of a goroutine are all zeros or all ones, which is a choice. The others are the same in
// each execution, and differ: a loop that waits for a certain bit ends.
func (th *Thread) RandomBits() int64 {
	th.random++
	th.Changes()
	if th.random > choicesOfBits || th.t == nil {
		return int64(event.Mix(uint64(th.identity()), uint64(th.random)) & math.MaxUint32)
	}
	return th.Choose(2) * math.MaxUint32
}

// Spawn starts a goroutine that calls f.
func (th *Thread) Spawn(f *memory.Closure, args []value) {
	if th.t == nil {
		th.Refuse("a go statement while packages are initialised")
	}
	_, shared := th.Encode(value{R: f})
	body := shared.R.(*memory.Closure)
	passed := make([]value, len(args))
	for i, a := range args {
		_, passed[i] = th.Encode(a)
	}
	th.spawned++
	path, deep := th.child(), th.deep+1
	if deep > mostDeep {
		th.Refuse("more than %d goroutines, each of which starts the next one", mostDeep)
	}
	chain, chained := th.chainOf(body.Fn)
	group := th.partFor(append(body.Bindings[:len(body.Bindings):len(body.Bindings)], passed...)...)
	var part value
	if group != nil {
		part = value{N: int64(group.off), R: group.o.Shared.Obj}
	}
	th.counted(body.Fn.Name(), 1)
	th.event()
	g, name, bubble := th.Gen, nameAt(path, deep), th.Bubble
	child := th.t.Go(f.Fn.Name(), func(t *front.Thread) {
		g.run(t, path, name, func(th *Thread) {
			th.part, th.started, th.Bubble = part, body.Fn.Name(), bubble
			th.deep, th.chain, th.chained = deep, chain, chained
			th.Call(body, passed)
		})
	})
	if group != nil {
		group.children = append(group.children, child)
	}
}

// mostDeep bounds how many goroutines start each other, one after the other.
const mostDeep = 200

// The bits of a path of package lineage. Where it would have more, it is a hash with the next bit.
const pathBits = 62

// child returns the path of the goroutine that the thread starts.
func (th *Thread) child() int64 {
	if path, ok := lineage.Child(th.path, th.spawned, pathBits); ok {
		return path
	}
	return 1<<pathBits | int64(event.Mix(uint64(th.path), uint64(th.spawned))>>(64-pathBits))
}

// nameAt names the goroutine with a path, so many goroutines below main.
func nameAt(path int64, deep int) string {
	if path>>pathBits == 0 {
		return lineage.Text("main", path)
	}
	return fmt.Sprintf("main...%d", deep)
}

// Encode is [memory.Publisher.Encode].
func (th *Thread) Encode(v value) (word int64, shared value) { return th.publisher.Encode(v) }

// Decode returns the value that a word stands for in a cell of that kind.
func (th *Thread) Decode(k memory.Kind, word int64) value {
	if k == memory.Number || word == 0 {
		return value{N: word}
	}
	v, ok := th.Gen.Table.Get(word)
	if !ok {
		return value{N: word} // a cell is used as one of another type, or words are made up where guards are compared
	}
	return v
}

// Invoke says that an operation of an object begins; see [front.Thread.Invoke].
func (th *Thread) Invoke(object, operation string, args []int64) {
	if th.initialising() {
		th.Refuse("an operation of %s is marked while packages are initialised", object)
	}
	th.t.Invoke(object, operation, args...)
}

// Respond says that it has ended.
func (th *Thread) Respond(results []int64) {
	if th.initialising() {
		th.Refuse("an operation is marked while packages are initialised")
	}
	th.t.Respond(results...)
}
