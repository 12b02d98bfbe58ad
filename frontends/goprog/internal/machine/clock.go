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
// A timer may fire at any moment or, with TimersLast, only where nothing else can move.

// clock is the state of the clock.
type clock struct {
	now     int64   // in nanoseconds since the beginning
	waiting int64   // goroutines that wait until nothing else can move
	cut     bool    // ticks have been left out
	alarms  []alarm // by id
}

// alarm is a timer, or a goroutine that sleeps.
type alarm struct {
	id      int64
	setting int64 // how often it has been set
	at      int64 // its deadline, or unset
	period  int64 // of a ticker; 0 for others
	fired   int64 // how often it has fired
	ticks   int64 // how often without anything else that has happened to the clock
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
	if c.now == 0 && c.waiting == 0 && len(c.alarms) == 0 {
		return nil
	}
	cut := int64(0)
	if c.cut {
		cut = 1
	}
	all := []int64{c.now, c.waiting, cut}
	for _, a := range c.alarms {
		all = append(all, a.id, a.setting, a.at, a.period, a.fired, a.ticks)
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
	c.alarms = slices.Clone(c.alarms)
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
func (c *clock) set(id, d, period int64, late bool) {
	a := c.alarm(id)
	a.setting, a.at, a.period, a.ticks = a.setting+1, c.after(d), period, 0
	c.goesOn(late)
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

// exhausted reports whether a ticker has ticked as often as it may.
func (c *clock) exhausted(a *alarm, late bool) bool {
	most := int64(mostTicksAlone)
	switch {
	case a.period == 0:
		return false
	case !late:
		most = mostTicksAnytime
	case slices.ContainsFunc(c.alarms, func(o alarm) bool { return o.period == 0 && o.at != unset }):
		most = mostTicksBefore
	}
	return a.ticks >= most
}

// isDue reports whether an alarm that was set for the nth time may be the next one.
func (c *clock) isDue(id, n int64, late bool) bool {
	a := c.find(id)
	if c.waiting > 0 && a.at > c.now || a.setting != n || a.at == unset || c.exhausted(&a, late) {
		return false
	}
	return !slices.ContainsFunc(c.alarms, func(o alarm) bool { return o.at < a.at && !c.exhausted(&o, late) })
}

// sameButLater reports whether d is like c, but for the time that has passed and how often alarms have been set.
func (c *clock) sameButLater(d *clock) bool {
	return c.waiting == d.waiting && c.cut == d.cut && slices.Equal(c.left(), d.left())
}

// left returns the alarms that are set, and the times until they fire.
func (c *clock) left() (all []alarm) {
	for _, a := range c.alarms {
		if a.at != unset {
			all = append(all, alarm{id: a.id, at: a.at - c.now, period: a.period})
		}
	}
	return all
}

// fire moves the clock to the deadline of an alarm.
func (c *clock) fire(id int64, late bool) {
	a := c.alarm(id)
	at, ticks := a.at, a.ticks+1
	c.cut = c.cut || slices.ContainsFunc(c.alarms, func(o alarm) bool { return o.at < at })
	c.now = max(c.now, at)
	a.fired, a.at = a.fired+1, unset
	if a.period > 0 {
		a.at, a.ticks = c.after(a.period), ticks
	} else {
		c.goesOn(late)
	}
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

// remove removes the alarm of a goroutine that has slept.
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

// Ticking reports, at the end of an execution, whether a ticker is set, and whether ticks have been left out; value returns the value of a
// variable.
func (g *Generation) Ticking(value func(front.Var) (int64, bool)) (ticks, cut bool) {
	variable, ok := g.Clock().Variable(0)
	if !ok {
		return false, false
	}
	word, _ := value(variable)
	c := g.clockOf(word)
	return slices.ContainsFunc(c.alarms, func(a alarm) bool { return a.period > 0 && a.at != unset }), c.cut
}

// Clock returns the record of the clock.
func (g *Generation) Clock() *memory.Record { return g.clockCell().R.(*object).Shared }

// Now reads the clock: in nanoseconds since the beginning.
func (th *Thread) Now() int64 {
	if th.t == nil {
		return 0
	}
	if !strings.HasPrefix(th.asking(), "context.") {
		th.Gen.clockRead.Store(true)
		th.timed()
	}
	if th.history != nil {
		th.history.looked = th.history.now
	}
	c := th.Gen.clockOf(th.State(th.Gen.clockCell()))
	th.syncsNothing()
	next, later := c.next()
	if !later || !th.Gen.ClockFree || th.Choose(2) == 0 {
		return c.now
	}
	before := th.changeClock("find that a deadline has passed at", func(c *clock) { c.now = max(c.now, next) })
	th.effect = NoEffect
	return max(before.now, next)
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
	rec := th.Gen.Clock()
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

// SetTimer sets the timer with that id, for the nth time, to fire after d and then, if period is not 0, again and again. It reports whether
// the timer was to fire, and how often it has fired.
func (th *Thread) SetTimer(id, d, period int64) (n int64, wasSet bool, fired int64) {
	late := th.Gen.TimersLast
	th.setsTimers()
	a := th.changeClock("set a timer at", func(c *clock) { c.set(id, d, period, late) }).find(id)
	return a.setting + 1, a.at != unset, a.fired
}

func (th *Thread) setsTimers() {
	th.Gen.Model.NoteTimer()
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

// TimerPasses ends the statement of a timer that waits. It is no goroutine of the program.
const TimerPasses = " passes: a timer fires"

// AwaitTimer waits until a timer fires that was set for the nth time, d ago or a tick ago. It returns the time, and how often it has then
// fired; ok is false if it has been stopped or set again.
func (th *Thread) AwaitTimer(id, n, d int64) (now, fired int64, ok bool) {
	a, now := th.pass(time.Duration(d).String()+TimerPasses, id, n, func(*clock) {})
	if a.period > 0 && !th.Gen.TimersLast && a.ticks+1 >= mostTicksAnytime {
		th.Gen.Model.NoteTicks()
	}
	return now, a.fired + 1, a.setting == n && a.at != unset
}

// Sleep waits for d nanoseconds.
func (th *Thread) Sleep(d int64) {
	if d <= 0 || th.t == nil {
		return
	}
	if !th.Gen.TimersLast {
		th.Gen.slept.Store(true)
		th.timed()
		if !th.Gen.sleeps.Load() {
			return
		}
	}
	id, late := th.path, th.Gen.TimersLast
	th.setsTimers()
	th.changeClock("sleep: set a timer at", func(c *clock) { c.set(id, d, 0, late) })
	th.pass(time.Duration(d).String()+" passes", id, 1, func(c *clock) { c.remove(id) })
}

// AwaitIdle waits until nothing else can move, and no timer is due at this time.
func (th *Thread) AwaitIdle() {
	th.changeClock("begin to wait at", func(c *clock) { c.waiting++ })
	g := th.Gen
	variable := th.waitsForClock("all others wait")
	noneIsDue := func(word int64) bool {
		c := g.clockOf(word)
		return !slices.ContainsFunc(c.alarms, func(a alarm) bool { return a.at <= c.now })
	}
	th.t.Pass(variable, noneIsDue, func(word int64) int64 {
		return g.changed(word, func(c *clock) { c.waiting-- })
	})
	th.effect = AllOthers
}

// pass waits until an alarm that was set for the nth time is the next one, moves the clock to its deadline, and changes it once more. It
// returns the alarm before, and the deadline. Where timers may fire at any moment, it also ends once the alarm is not set.
func (th *Thread) pass(what string, id, n int64, then func(*clock)) (before alarm, now int64) {
	g, late := th.Gen, th.Gen.TimersLast
	isOver := func(c *clock) bool {
		a := c.find(id)
		return !late && (a.setting != n || a.at == unset)
	}
	ready := remembered(func(word int64) bool {
		c := g.clockOf(word)
		return isOver(c) || c.isDue(id, n, late)
	})
	next := func(word int64) int64 {
		if isOver(g.clockOf(word)) {
			return word
		}
		return g.changed(word, func(c *clock) { c.fire(id, late); then(c) })
	}
	variable, word := th.waitsForClock(what), int64(0)
	if late {
		word = th.t.Pass(variable, ready, next)
	} else {
		word = th.t.When(variable, ready, next)
	}
	th.wroteCell(g.Clock(), 0, word, next(word))
	c := g.clockOf(word)
	if late && g.clockOf(next(word)).cut {
		g.Model.NoteTicks()
	}
	return c.find(id), max(c.now, c.find(id).at)
}

// The names of goroutines that are timers: one that sends, once or repeatedly, and one that calls a function. No function of a
// program has such a name.
const (
	TimerName = "time.Timer"
	AlarmName = "time.AfterFunc"
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
