package machine

import (
	"slices"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/translation"
	"dporbench/model/front"
	"dporbench/model/guarded"
)

// Held is what a goroutine holds where it is stopped.
type Held struct {
	Function string       // with which it was started, or the first one that is not native
	Native   string       // in which it is; "" if in none
	Awaited  []*record    // what it waits for, if it waits: any one of them, if they are several channels
	Roots    memory.Reach // what it can reach
	Polls    int          // the events of an iteration of a loop, if it repeats that once time has passed

	// Where objects may be found to be unreachable:
	Live  memory.Reach // what it can still reach, as far as the registers that may be read show
	Timer *Setting     // of the timer that it is; nil for none
	Watch *Watch       // nil if it is none
}

// Watch is a cleanup or a finalizer, or the end of weak pointers.
type Watch struct {
	ID, Armed int64 // Cell holds Armed as long as it has not been stopped
	Object    *record
	Cell      *record
	Finalizer bool
	Weak      bool
	Begun     bool   // the object has been found to be unreachable
	Place     string // where it was set
}

// Kind is "cleanup" or "finalizer".
func (w *Watch) Kind() string {
	if w.Finalizer {
		return "finalizer"
	}
	return "cleanup"
}

// Hold adds values to those the goroutine is known to hold, until the current native returns.
func (th *Thread) Hold(vs ...value) {
	last := &th.natives[len(th.natives)-1]
	last.args = slices.Concat(last.args, vs)
}

// awaits notes what the thread is about to wait for.
func (th *Thread) awaits(all ...*record) { th.awaited = append(th.awaited[:0], all...) }

func (th *Thread) held() any {
	h := &Held{Awaited: slices.Clone(th.awaited), Polls: th.polls}
	if n := len(th.natives); n > 0 {
		h.Function, h.Native = th.natives[0].code.Name, th.natives[n-1].code.Name
	}
	for fr := th.top; fr != nil; fr = fr.up {
		h.Function = fr.code.Name
		addAll(&h.Roots, fr.R)
		fr.addDeferred(&h.Roots)
	}
	th.addOthers(&h.Roots)
	if th.Gen.Cleans() {
		th.addLive(&h.Live)
		h.Timer, h.Watch = th.timer, th.Watch
	}
	return h
}

// addLive adds what the thread can still reach.
func (th *Thread) addLive(s *memory.Reach) {
	for fr := th.top; fr != nil; fr = fr.up {
		for _, r := range fr.code.Live().at(fr, fr == th.top) {
			s.Add(fr.R[r])
		}
		s.Add(fr.Result)
		fr.addDeferred(s)
	}
	th.addOthers(s)
	for _, v := range th.own {
		s.Add(v)
	}
}

// at lists the registers of a call that may still be read, while the thread executes an instruction or, outside of the last call, after a call.
func (l *Liveness) at(fr *Frame, last bool) []int {
	if l.Vague {
		return fr.code.all()
	}
	rows := l.Across[fr.block]
	if last {
		rows = l.Registers[fr.block]
	}
	if fr.op < len(rows) {
		return rows[fr.op]
	}
	return l.Ends[fr.block]
}

// all lists all registers.
func (c *Code) all() []int {
	all := make([]int, c.Registers)
	for r := range all {
		all[r] = r
	}
	return all
}

// addOthers adds what the thread holds outside of the frames of calls.
func (th *Thread) addOthers(s *memory.Reach) {
	for _, c := range th.natives {
		addAll(s, c.args)
	}
	addAll(s, th.Cleanups)
	addAll(s, th.Seeds)
	for _, p := range th.Parallel {
		addAll(s, []value{p.Says, p.Continues})
	}
	if p := th.Subtest; p != nil {
		addAll(s, []value{p.Says, p.Continues})
	}
}

func (fr *Frame) addDeferred(s *memory.Reach) {
	for _, d := range fr.defers {
		addAll(s, d.args)
		if d.f != nil {
			addAll(s, d.f.Bindings)
		}
	}
	if fr.pending != nil {
		s.Add(fr.pending.V)
	}
}

func addAll(s *memory.Reach, vs []value) {
	for _, v := range vs {
		s.Add(v)
	}
}

// Held implements [memory.Holder].
func (it *iterator) Held(hold func(value)) {
	hold(it.m)
	for _, e := range it.entries[min(it.at, len(it.entries)):] { // a string has none
		hold(e.K)
		hold(e.V)
	}
}

// Close adds everything reachable from what is reached, where value returns what a variable holds.
func (g *Generation) Close(s *memory.Reach, value func(front.Var) (int64, bool)) {
	for n := 0; n < len(s.Records); n++ {
		r := s.Records[n]
		s.Contents(g.Table, r, value)
		if group := r.Obj.Site.Group.Root(); group != nil {
			word, _ := value(group.Var)
			s.Words(g.Table, guarded.ChannelsOf(g.Table, word).Carried(r.Word)...)
		}
	}
}

// GlobalRoots adds the package-level variables.
func (g *Generation) GlobalRoots(s *memory.Reach) {
	for _, o := range g.list() {
		if o != nil && o.Shared != nil {
			s.AddRecord(o.Shared)
		}
	}
}

// NativeRoots adds what natives keep for all goroutines, except for the clock, which has the numbers of timers.
func (g *Generation) NativeRoots(s *memory.Reach) {
	g.singles.Range(func(_, o any) bool {
		if r := o.(*object).Shared; r != g.Clock() && r != g.collected() {
			s.AddRecord(r)
		}
		return true
	})
}

// Where a program has cleanups or finalizers, one goroutine, which belongs to nobody, finds objects that cannot be reached: once nothing else can move, and
// before time passes. That depends on all that has happened before, so it is an event that comes after everything else, and everything else after it. The
// cleanups are goroutines that belong to nobody, too; they then run at the same time.

// The names of these goroutines. No function of a program has such a name.
const (
	CollectorName = "runtime.GC"
	CleanupName   = "runtime.AddCleanup"
	FinalizerName = "runtime.SetFinalizer"
	WeakName      = "weak.Make"
)

// Unreachable ends the statements of the ones that wait.
const Unreachable = "found to be unreachable"

// Cleans reports whether the program has cleanups, finalizers or weak pointers.
func (im *Image) Cleans() bool { return im.cleans.Load() }

// CleansUp finds out that it has. It reports false while packages are initialised: what they make is reachable, as a rule.
func (th *Thread) CleansUp() bool {
	if th.initialising() {
		th.Gen.Omit("without cleanups, finalizers and ends of weak pointers set while packages are initialised")
		return false
	}
	th.Gen.Omit("with cleanups, finalizers, and the ends of weak pointers and of runtime.GC only where nothing else can move")
	if th.Gen.cleans.CompareAndSwap(false, true) {
		th.outdate(translation.Fact{Kind: translation.Cleaned}, "the program has cleanups or finalizers")
	}
	return true
}

// collecting returns body for a first goroutine that starts the one that finds objects.
func collecting(body func(*Thread)) func(*Thread) {
	collector := &memory.Closure{Fn: NativeFunction(CollectorName, collect)}
	return func(th *Thread) {
		th.Spawn(collector, nil)
		body(th)
	}
}

func collect(th *Thread, _ []value) value {
	for {
		th.t.Survey(th.waitsForSingle(th.Gen.collected(), "objects are "+Unreachable))
		if th.effect = AllOthers; th.Gen.polls.Load() {
			th.changeClock("end loops' waiting at", func(c *clock) { c.found++ })
			th.syncsNothing()
		}
	}
}

// Collect waits until nothing else can move, and the objects have been found that are unreachable there, if somebody waits for that.
func (th *Thread) Collect() {
	if th.Gen.Cleans() && !th.initialising() {
		th.AwaitIdle()
		th.effect = NoEffect
	}
}

// OneAtATime calls f while no other goroutine does.
func (th *Thread) OneAtATime(f func()) {
	busy := th.Gen.Single("the goroutine of finalizers")
	th.When(busy, "begin at", func(n int64) bool { return n == 0 }, func(int64) int64 { return 1 })
	th.effect = AtomicUpdate
	f()
	th.AtomicStore(busy, value{})
}

// foundCell returns the address of the found objects' watches, and collected its record.
func (g *Generation) foundCell() value   { return g.Single("objects") }
func (g *Generation) collected() *record { return g.foundCell().R.(*object).Shared }

// found are the numbers of the watches of found objects, in order.
type found []int64

// Describe implements [memory.State].
func (f found) Describe() []int64 { return f }

func (g *Generation) foundIn(word int64) found {
	f, _ := g.Table.State(word).(found)
	return f
}

// Found returns what [front.Thread.Survey] finds, if the objects of these watches are found now.
func (g *Generation) Found(value func(front.Var) (int64, bool), also []int64) int64 {
	all := found(slices.Concat(g.foundIn(g.collected().Now(0, value)), also))
	slices.Sort(all)
	return g.Table.Number(slices.Compact(all))
}

// AwaitFound waits until the object of w is found.
func (th *Thread) AwaitFound(w *Watch) {
	th.Watch = w
	variable := th.waitsForSingle(th.Gen.collected(), "its object is "+Unreachable)
	th.t.Await(variable, func(word int64) bool { return th.Gen.IsFound(word, w.ID) })
	begun := *w
	begun.Begun = true
	th.effect, th.Watch = AtomicLoad, &begun
}

// IsFound reports whether the object of the watch with that number has been found where the found ones are those with that word.
func (g *Generation) IsFound(word, id int64) bool {
	_, is := slices.BinarySearch(g.foundIn(word), id)
	return is
}

// WasFound reports the same, now.
func (th *Thread) WasFound(id int64) bool {
	word := th.State(th.Gen.foundCell())
	th.syncsNothing()
	return th.Gen.IsFound(word, id)
}
