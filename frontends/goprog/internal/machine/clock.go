package machine

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/translation"
	"dporbench/model/front"
	"dporbench/model/guarded"
)

// Each execution has a clock, which moves only when a timer fires, to that timer's deadline. Timers fire in the order of their deadlines.
// The clock and the deadlines are the state of one variable: to read the clock, to set a timer, to stop it and to fire it are events on
// it. A goroutine that sleeps is a timer, too.
//
// A timer may fire at any moment or, with TimersLast, once the clock has reached its deadline, and the clock moves only where nothing else
// can move. See late.go.

// clock is the state of the clock.
type clock struct {
	now     int64   // in nanoseconds since the beginning
	found   int64   // how often objects have been found to be unreachable, if somebody asks
	waiting int64   // goroutines that wait until nothing else can move
	cut     bool    // ticks have been left out
	alarms  []alarm // by id
	led     []int64 // the deadlines to which a goroutine is to move the clock, in order
	rounds  []round // with TimersLast, by place
}

// alarm is a timer, or a goroutine that sleeps.
type alarm struct {
	id      int64
	setting int64 // how often it has been set
	at      int64 // its deadline, or unset
	period  int64 // of a ticker; 0 for others
	fired   int64 // how often it has fired
	ticks   int64 // how often without anything else that has happened to the clock
	sleeper bool  // it is a goroutine
	calls   bool  // it calls a function, and sends nothing
	round   int64 // how often a timer has been set in its place since one was set in a new place or, without TimersLast, by functions of timers
	bubble  int64 // 0 for none
}

const unset int64 = math.MaxInt64

// How often a ticker may tick before something else happens to the clock. If timers may fire at any moment, such ticks could continue
// forever in executions that differ in nothing else. Otherwise they continue while there is another timer, or while somebody may count them.
const (
	mostTicksAnytime = 2
	mostTicksBefore  = 1000 // if there is another timer
	mostTicksAlone   = 50
)

// Describe implements [memory.State].
func (c *clock) Describe() []int64 {
	if c.now == 0 && c.waiting == 0 && c.found == 0 && len(c.alarms)+len(c.led)+len(c.rounds) == 0 {
		return nil
	}
	all := append([]int64{c.now, c.waiting, memory.Bool(c.cut).N, int64(len(c.led)), int64(len(c.rounds))}, c.led...)
	for _, r := range c.rounds {
		all = append(all, r.place, r.n)
	}
	for _, a := range c.alarms {
		all = append(all, a.id, a.setting, a.at, a.period, a.fired, a.ticks, memory.Bool(a.sleeper).N, a.round)
	}
	for _, a := range c.alarms {
		if a.bubble != 0 {
			all = append(all, a.id, a.bubble)
		}
	}
	if c.found > 0 {
		all = append(all, c.found)
	}
	return all
}

func (g *Generation) clockOf(word int64) *clock {
	if c, ok := g.Table.State(word).(*clock); ok {
		return c
	}
	return &clock{}
}

// changed returns the word of a clock after change.
func (g *Generation) changed(word int64, change func(*clock)) int64 {
	c := *g.clockOf(word)
	c.alarms, c.led, c.rounds = slices.Clone(c.alarms), slices.Clone(c.led), slices.Clone(c.rounds)
	change(&c)
	return g.Table.Number(&c)
}

// alarm returns the alarm with that id, to be changed; a new one is not set.
func (c *clock) alarm(id int64) *alarm {
	i, ok := c.search(id)
	if !ok {
		c.alarms = slices.Insert(c.alarms, i, alarm{id: id, at: unset})
	}
	return &c.alarms[i]
}

// find returns the alarm with that id; one that has never been set is not.
func (c *clock) find(id int64) alarm {
	if i, ok := c.search(id); ok {
		return c.alarms[i]
	}
	return alarm{at: unset}
}

func (c *clock) search(id int64) (int, bool) {
	return slices.BinarySearchFunc(c.alarms, id, func(a alarm, id int64) int { return cmp.Compare(a.id, id) })
}

// set sets an alarm.
func (c *clock) set(id, d, period int64, late bool) *alarm {
	a := c.alarm(id)
	a.setting, a.at, a.period, a.ticks = a.setting+1, c.after(d), period, 0
	c.goesOn(late)
	if late {
		c.lead(a.at)
	}
	return a
}

// after returns the time in d nanoseconds.
func (c *clock) after(d int64) int64 { return c.now + min(max(d, 0), unset-1-c.now) }

// goesOn lets tickers tick again, since something else has happened.
func (c *clock) goesOn(late bool) {
	for i := range c.alarms {
		if late {
			c.alarms[i].ticks = 0
		}
	}
}

// repeats reports whether an alarm is a ticker's, or one that has been set as often as one.
func (a *alarm) repeats(late bool) bool {
	return a.period > 0 || late && a.round >= mostRounds || !late && a.round >= mostChainAnytime
}

// exhausted reports whether a ticker has ticked as often as it may.
func (c *clock) exhausted(a *alarm, late bool) bool {
	most := int64(mostTicksAlone)
	switch {
	case a.period == 0 && !late:
		return a.repeats(late)
	case a.period == 0:
		return a.repeats(late) && !slices.ContainsFunc(c.alarms, func(o alarm) bool { return o.at != unset && !o.repeats(late) })
	case !late:
		most = mostTicksAnytime
	case slices.ContainsFunc(c.alarms, func(o alarm) bool { return o.period == 0 && o.at != unset }):
		most = mostTicksBefore
	}
	return a.ticks >= most
}

// isNext reports whether an alarm that was set for the nth time may fire at any moment, since it is the next one.
func (c *clock) isNext(id, n int64) bool {
	a := c.find(id)
	if c.waiting > 0 && a.at > c.now || a.setting != n || a.at == unset || c.exhausted(&a, false) {
		return false
	}
	return c.first(false) == a.at
}

// first returns the first deadline, or unset.
func (c *clock) first(late bool) int64 {
	at := unset
	for i := range c.alarms {
		if a := &c.alarms[i]; a.at < at && !c.exhausted(a, late) {
			at = a.at
		}
	}
	return at
}

// read moves the clock by a nanosecond, but to no deadline.
func (c *clock) read() {
	if next, later := c.next(); !later || c.now+1 < next {
		c.now++
	}
}

// move moves the clock.
func (c *clock) move(at int64) {
	c.cut = c.cut || slices.ContainsFunc(c.alarms, func(o alarm) bool { return o.at < at })
	c.now = max(c.now, at)
}

// fire fires an alarm whose deadline has come.
func (c *clock) fire(id int64, late bool) {
	a := c.alarm(id)
	a.fired, a.at = a.fired+1, unset
	switch {
	case a.calls && a.setting == 1: // nobody waits for an earlier setting, or asks how often it has fired
		c.remove(id)
		c.goesOn(late)
		return
	case a.period == 0:
		c.goesOn(late)
		return
	case late:
		defer func() { c.lead(a.at) }()
	}
	a.at, a.ticks = c.after(a.period), a.ticks+1
}

// next returns the next deadline after now.
func (c *clock) next() (at int64, ok bool) {
	at = unset
	for _, a := range c.alarms {
		if a.at > c.now {
			at = min(at, a.at)
		}
	}
	return at, at != unset
}

// remove removes an alarm.
func (c *clock) remove(id int64) {
	c.alarms = slices.DeleteFunc(c.alarms, func(a alarm) bool { return a.id == id })
}

// clockCell returns the address of the clock.
func (g *Generation) clockCell() value {
	o := g.clock.Load()
	if o == nil {
		o = g.Single("clock").R.(*object)
		g.clock.Store(o)
	}
	return value{R: o}
}

// Single returns the address of the only cell with that name, which is 0 when the program begins.
func (g *Generation) Single(name string) value {
	if o, ok := g.singles.Load(name); ok {
		return value{R: o}
	}
	p := memory.Publisher{Table: g.Table}
	o, _ := g.singles.LoadOrStore(name, p.Publish(&object{Site: g.Site(name, nil, false), Cells: make([]value, 1)}).Obj)
	return value{R: o}
}

// Ticking reports, at the end of an execution, whether a ticker is set, or a timer that is set again and again, and whether ticks have been left out; value returns the value of a
// variable.
func (g *Generation) Ticking(value func(front.Var) (int64, bool)) (ticks, cut bool) {
	c := g.clockOf(g.Clock().Now(0, value))
	return slices.ContainsFunc(c.alarms, func(a alarm) bool { return a.repeats(g.TimersLast) && a.at != unset }), c.cut
}

// Clock returns the record of the clock.
func (g *Generation) Clock() *memory.Record { return g.clockCell().R.(*object).Shared }

// BeforeMain is how long before the clock of an execution begins the packages of a program are initialised, so that nobody measures that time as zero.
const BeforeMain = int64(time.Second)

// Now reads the clock: in nanoseconds since the beginning.
func (th *Thread) Now() int64 {
	if th.t == nil {
		return -BeforeMain
	}
	if !strings.HasPrefix(th.asking(), "context.") {
		th.Gen.clockRead.Store(true)
		th.timed()
		th.Gen.Model.NoteReading()
	}
	if th.history != nil {
		th.history.looked = th.history.now
	}
	if th.Gen.ClockReads && th.Bubble == nil {
		return th.readMoving()
	}
	c := th.readClock()
	next, later := c.next()
	if !later || !th.Gen.ClockFree || th.Choose(2) == 0 {
		return c.now
	}
	before := th.changeClock("find that a deadline has passed at", func(c *clock) { c.now = max(c.now, next) })
	th.effect = NoEffect
	return max(before.now, next)
}

// readMoving moves the clock, and reads it.
func (th *Thread) readMoving() int64 {
	th.looks++
	c := *th.changeClock("read", (*clock).read)
	th.syncsNothing()
	c.read()
	return c.now
}

func (th *Thread) readClock() *clock {
	th.looks++
	c := th.Gen.clockOf(th.State(th.Gen.clockCell()))
	th.syncsNothing()
	return c
}

// asking returns the name of the function, outside package time, that asks for the time.
func (th *Thread) asking() string {
	for fr := th.top; fr != nil; fr = fr.up {
		if !strings.HasPrefix(fr.code.Name, "time.") {
			return fr.code.Name
		}
	}
	return ""
}

// timed finds out that a program reads the clock and has goroutines that sleep. Where timers may fire at any moment, and nobody reads the
// clock, the end of a sleep is no event: it may be at any moment.
func (th *Thread) timed() {
	im := th.Gen.Image
	if im.slept.Load() && im.clockRead.Load() && im.sleeps.CompareAndSwap(false, true) {
		th.outdate(translation.Fact{Kind: translation.Timed}, "the program sleeps, and reads the clock")
	}
}

// waitsForClock begins an event that waits for the clock.
func (th *Thread) waitsForClock(what string) front.Var {
	return th.waitsForSingle(th.Gen.Clock(), what)
}

// waitsForSingle begins an event that waits for a cell that has no other in its record, with the statement what.
func (th *Thread) waitsForSingle(rec *record, what string) front.Var {
	th.write(rec, 0)
	th.event()
	th.awaits(rec)
	th.t.Note(what, nil)
	return rec.Var(th.t, 0)
}

// changeClock changes the clock in one event, and returns the state before.
func (th *Thread) changeClock(what string, change func(*clock)) *clock {
	g := th.Gen
	before := th.When(g.clockCell(), what, guarded.Always, func(word int64) int64 { return g.changed(word, change) })
	return g.clockOf(before)
}

// Setting is a timer that has been set for the nth time, or whose ticker has ticked since.
type Setting struct {
	ID, N  int64
	At     int64 // the deadline
	Leads  int64 // 1 if its goroutine is to move the clock there; otherwise 0: see late.go
	Passes int64 // the time until the deadline from when it was set, or from the last tick
}

// SetTimer sets the timer with that id to fire after d and then, if period is not 0, again and again; calls says that it calls a function. It reports whether
// the timer was to fire, and how often it has fired.
func (th *Thread) SetTimer(id, d, period int64, calls bool) (s Setting, wasSet bool, fired int64) {
	late := th.Gen.TimersLast
	th.setsTimers()
	place := th.clockPlace()
	bubble := th.bubbleID()
	before := th.changeClock("set a timer at", func(c *clock) {
		a := c.set(id, d, period, late)
		if a.bubble, a.calls, a.round = bubble, calls, th.chained; late {
			a.round = c.goRound(place)
		}
	})
	if !late && th.chained >= mostChainAnytime {
		th.Gen.Model.NoteTicks()
	}
	a, at := before.find(id), before.after(d)
	if at <= before.now {
		at = 0 // there is nothing to wait for
	}
	return Setting{id, a.setting + 1, at, before.leads(at), max(d, 0)}, a.at != unset, a.fired
}

func (th *Thread) setsTimers() {
	if !th.Gen.InBubbles {
		th.Gen.Model.NoteTimer()
	}
	th.Gen.setsTimers.Store(true)
	th.findPolls()
}

// StopTimer stops the timer with that id. It reports whether that was to fire, and how often it has fired.
func (th *Thread) StopTimer(id int64) (wasSet bool, fired int64) {
	late := th.Gen.TimersLast
	a := th.changeClock("stop a timer at", func(c *clock) {
		if a := c.alarm(id); a.at != unset {
			a.at = unset
			c.goesOn(late)
		}
	}).find(id)
	return a.at != unset, a.fired
}

// TimerFires ends the statement of a timer that waits. It is no goroutine of the program.
const TimerFires = "a timer fires"

// AwaitTimer waits until a timer fires. It returns the time, and how often it has then fired; ok is false if it has been stopped or set
// again. A ticker's setting becomes the one for its next tick.
func (th *Thread) AwaitTimer(s *Setting) (now, fired int64, ok bool) {
	what := time.Duration(s.Passes).String() + " passes: " + TimerFires
	th.timer = s
	defer func() { th.timer = nil }()
	if th.Gen.TimersLast {
		now, fired = th.awaitDeadline(what, s)
		return now, fired, true
	}
	a, now := th.pass(what, s.ID, s.N, func(*clock) {})
	if a.period > 0 && a.ticks+1 >= mostTicksAnytime {
		th.Gen.Model.NoteTicks()
	}
	s.Passes = a.period
	return now, a.fired + 1, a.setting == s.N && a.at != unset
}

// Sleep waits for d nanoseconds.
func (th *Thread) Sleep(d int64) {
	if d <= 0 || th.t == nil {
		return
	}
	late := th.Gen.TimersLast
	if !late {
		th.Gen.slept.Store(true)
		th.timed()
		if !th.Gen.sleeps.Load() {
			return
		}
	}
	id, what := th.identity(), time.Duration(d).String()+" passes"
	th.setsTimers()
	bubble := th.bubbleID()
	before := th.changeClock("sleep: set a timer at", func(c *clock) {
		a := c.set(id, d, 0, late)
		a.sleeper, a.bubble = true, bubble
	})
	if late {
		th.sleepUntil(what, before, before.after(d))
	} else {
		th.pass(what, id, 1, func(c *clock) { c.remove(id) })
	}
	th.sleeps()
}

// AwaitIdle waits until nothing else can move, and no timer is due at this time.
func (th *Thread) AwaitIdle() { th.awaitIdle(func(*clock) {}) }

// awaitIdle is AwaitIdle, and then changes the clock.
func (th *Thread) awaitIdle(then func(*clock)) {
	th.changeClock("begin to wait at", func(c *clock) { c.waiting++ })
	g := th.Gen
	variable := th.waitsForClock("all others wait")
	noneIsDue := func(word int64) bool {
		c := g.clockOf(word)
		return c.first(true) > c.now
	}
	th.t.Pass(variable, noneIsDue, func(word int64) int64 {
		return g.changed(word, func(c *clock) {
			c.waiting--
			then(c)
		})
	})
	th.effect = AllOthers
}

// pass waits until an alarm that was set for the nth time is the next one, moves the clock to its deadline, and changes it once more. It
// returns the alarm before, and the deadline. It also ends once the alarm is not set.
func (th *Thread) pass(what string, id, n int64, then func(*clock)) (before alarm, now int64) {
	g := th.Gen
	isOver := func(c *clock) bool {
		a := c.find(id)
		return a.setting != n || a.at == unset
	}
	ready := remembered(func(word int64) bool {
		c := g.clockOf(word)
		return isOver(c) || c.isNext(id, n)
	})
	word := th.t.When(th.waitsForClock(what), ready, func(word int64) int64 {
		if isOver(g.clockOf(word)) {
			return word
		}
		return g.changed(word, func(c *clock) {
			c.move(c.find(id).at)
			c.fire(id, false)
			then(c)
		})
	})
	c := g.clockOf(word)
	return c.find(id), max(c.now, c.find(id).at)
}

// IsSet reports whether a timer will still fire as it was set; value returns the value of a variable.
func (g *Generation) IsSet(s *Setting, value func(front.Var) (int64, bool)) bool {
	a := g.clockOf(g.Clock().Now(0, value)).find(s.ID)
	return a.setting == s.N && a.at != unset
}

// The names of goroutines that are timers: one that sends, once or repeatedly, and one that calls a function. No function of a
// program has such a name.
const (
	TimerName = "time.Timer"
	AlarmName = "time.AfterFunc"
)

// SignalName is the name of goroutines that send a signal from outside. A goroutine of package os/signal relays it, and waits with a statement that begins like SignalComes.
const (
	SignalName  = "os/signal: from outside"
	SignalComes = "wait for a signal in"
)

// TimerChannel names the channels of timers. Nobody can observe that they have a buffer.
const TimerChannel = "timer.C"

// IsTimers reports whether a channel belongs to a timer.
func (th *Thread) IsTimers(ch value) bool {
	o, ok := ch.R.(*object)
	return ok && o.Site == th.Gen.Site(TimerChannel, nil, false)
}

// Identity publishes the object that p points to, and returns a number that no other object has.
func (th *Thread) Identity(p value) int64 { return th.publisher.Publish(th.Pointer(p)).Word }
