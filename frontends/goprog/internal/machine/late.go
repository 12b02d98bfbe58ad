package machine

import (
	"cmp"
	"slices"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// With TimersLast, each deadline has a goroutine that leads to it: the one of the first timer set to it. Once nothing else can move, it moves the
// clock there. All timers with that deadline may then fire at any moment, and the goroutines that have slept until then continue, at the same time.
// A goroutine continues to lead to a deadline when its own timer has been stopped, since others may follow.

// A timer that is set again and again in one place, by one goroutine, is a ticker by another name: a loop sets it each time that it has fired. If there
// is no other timer, it fires no more once it has been set this often. A timer whose function sets it again counts as one, too. If timers may fire at any moment, a chain
// of such functions has this many calls.
const (
	mostRounds       = 100
	mostChainAnytime = 3
)

// round is how often a timer has been set by a goroutine in a place.
type round struct{ place, n int64 }

// goRound notes that a timer is set in a place, and returns how often that has happened since one was set in a new place.
func (c *clock) goRound(place int64) int64 {
	i, known := slices.BinarySearchFunc(c.rounds, place, func(r round, place int64) int { return cmp.Compare(r.place, place) })
	if !known {
		for k := range c.rounds {
			c.rounds[k].n = 0
		}
		c.rounds = slices.Insert(c.rounds, i, round{place: place})
	}
	c.rounds[i].n++
	return c.rounds[i].n
}

// clockPlace is a number for the goroutine and its place in the program, the same in each execution. The functions of timers that each set the next one are
// one goroutine in this.
func (th *Thread) clockPlace() int64 {
	return int64(HashText(uint64(cmp.Or(th.chain, th.identity())), *th.at))
}

// chainOf returns the chain and the number in it for a goroutine that calls f, if that is a timer's.
func (th *Thread) chainOf(f memory.Function) (chain, number int64) {
	if f.Name() != AlarmName {
		return 0, 0
	}
	return cmp.Or(th.chain, th.path), th.chained + 1
}

// leads returns 1 if the goroutine that sets a timer to this deadline is to lead to it; otherwise 0.
func (c *clock) leads(at int64) int64 {
	if _, led := slices.BinarySearch(c.led, at); led || at <= c.now {
		return 0
	}
	return 1
}

// lead notes that a deadline is led to, if it is still to come.
func (c *clock) lead(at int64) {
	if c.leads(at) != 0 {
		i, _ := slices.BinarySearch(c.led, at)
		c.led = slices.Insert(c.led, i, at)
	}
}

// arrive moves the clock to a deadline, at which all sleeps until then end.
func (c *clock) arrive(at int64) {
	c.move(at)
	c.led = slices.DeleteFunc(c.led, func(led int64) bool { return led <= at })
	c.alarms = slices.DeleteFunc(c.alarms, func(a alarm) bool { return a.sleeper && a.at <= at })
}

// follow reports whether others than an alarm that was set for the nth time wait until a deadline.
func (c *clock) follow(id, n, at int64) bool {
	return slices.ContainsFunc(c.alarms, func(a alarm) bool { return (a.id != id || a.setting != n) && a.at <= at })
}

// isDue reports whether the deadline has come of an alarm that was set for the nth time.
func (c *clock) isDue(id, n int64) bool {
	a := c.find(id)
	return a.setting == n && a.at <= c.now && !c.exhausted(&a, true)
}

// Reached returns the record of the last deadline to which the clock has been moved, for followers.
func (g *Generation) Reached() *record {
	return g.Single("the deadline that has been reached").R.(*object).Shared
}

// awaitDeadline waits until a timer fires, as [Thread.AwaitTimer] does, but forever if it is stopped or set again.
func (th *Thread) awaitDeadline(what string, s *Setting) (now, fired int64) {
	g := th.Gen
	isDue := func(c *clock) bool { return c.isDue(s.ID, s.N) }
	fire := func(c *clock) {
		if isDue(c) {
			c.fire(s.ID, true)
		}
	}
	c, alone := &clock{}, false
	if s.Leads != 0 {
		c, alone = th.leadTo(what, s.ID, s.N, s.At, fire)
	} else {
		th.followTo(what, s.At)
	}
	if !alone || !isDue(c) {
		ready := remembered(func(word int64) bool { return isDue(g.clockOf(word)) })
		c = g.clockOf(th.t.When(th.waitsForClock(TimerFires), ready, func(word int64) int64 { return g.changed(word, fire) }))
	}
	a := c.find(s.ID)
	s.Passes = a.period
	if a.period > 0 {
		s.At = c.after(a.period)
		s.Leads = c.leads(s.At)
	}
	return c.now, a.fired + 1
}

// sleepUntil waits until a deadline that was set where the clock was as before.
func (th *Thread) sleepUntil(what string, before *clock, at int64) {
	if before.leads(at) != 0 {
		th.leadTo(what, th.identity(), 1, at, nothing)
	} else {
		th.followTo(what, at)
	}
}

// nothing is no change of the clock.
func nothing(*clock) {}

// leadTo moves the clock to a deadline once nothing else can move. It returns the clock as it is there, and whether nobody else waits for that deadline: if so, the clock has been
// changed once more by then. Otherwise others may be faster. The goroutine's own alarm was set for the nth time.
func (th *Thread) leadTo(what string, id, n, at int64, then func(*clock)) (*clock, bool) {
	g := th.Gen
	isFirst := remembered(func(word int64) bool {
		c := g.clockOf(word)
		return (c.waiting == 0 || at <= c.now) && c.first(true) == at
	})
	word := th.t.Pass(th.waitsForClock(what), isFirst, func(word int64) int64 {
		return g.changed(word, func(c *clock) {
			followed := c.follow(id, n, at)
			if c.arrive(at); !followed {
				then(c)
			}
		})
	})
	c := *g.clockOf(word)
	followed := c.follow(id, n, at)
	c.alarms, c.led = slices.Clone(c.alarms), slices.Clone(c.led) // arrive changes these
	if c.arrive(at); c.cut {
		g.Model.NoteTicks()
	}
	if followed {
		variable := th.waitsForSingle(g.Reached(), "the clock has reached a deadline")
		th.t.When(variable, guarded.Always, func(last int64) int64 { return max(last, at) })
	}
	return &c, !followed
}

// followTo waits until another goroutine has moved the clock to a deadline, unless that is 0.
func (th *Thread) followTo(what string, at int64) {
	if at > 0 {
		variable := th.waitsForSingle(th.Gen.Reached(), what)
		th.t.Await(variable, func(reached int64) bool { return reached >= at })
	}
}

// Bubble is a bubble of testing/synctest: the goroutines that a function starts, with a clock of their own, which begins when the function does. As the clock
// of an execution is one, this is a time on it.
type Bubble struct {
	Start int64 // in nanoseconds, on the clock of the execution
	id    int64 // the goroutine that began it
}

// InBubble calls f, whose goroutines are in a new bubble.
func (th *Thread) InBubble(f func()) {
	outside := th.Bubble
	th.Bubble = &Bubble{th.readClock().now, th.identity()}
	f()
	th.Bubble = outside
}

// EndBubble waits until nothing else can move. From then on, no time passes in the bubbles that the goroutine has begun: who sleeps there waits forever.
func (th *Thread) EndBubble() {
	th.awaitIdle(func(c *clock) {
		for i := range c.alarms {
			if a := &c.alarms[i]; a.bubble == th.path {
				a.at, a.bubble = unset, 0
			}
		}
	})
}

// bubbleID is the number of the bubble in which the goroutine is, or 0.
func (th *Thread) bubbleID() int64 {
	if th.Bubble == nil {
		return 0
	}
	return th.Bubble.id
}
