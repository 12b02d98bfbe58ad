package library

import (
	"go/types"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// A timer is a goroutine that waits for the clock each time it is set, and a struct like time.Timer and time.Ticker: its channel, how often it has
// sent, and the function that it calls, if it calls one.
const (
	timerChan int64 = iota
	timerSent
	timerFunc
)

var timerType = types.NewStruct([]*types.Var{
	types.NewField(0, nil, "C", types.NewChan(types.SendRecv, types.Typ[types.Int]), false),
	types.NewField(0, nil, "sent", types.Typ[types.Int], false),
	types.NewField(0, nil, "f", types.NewSignatureType(nil, nil, nil, nil, nil, false), false),
}, nil)

// newTimer makes a timer that calls f, or sends to its channel.
func newTimer(th *thread, f value, d, period int64) value {
	l := th.Gen.Layouts.Of(timerType)
	p := machine.NewObject(timerSite(th), l.N)
	if f.R == nil {
		th.Store(cell(p, timerChan), l.Parts[timerChan], th.MakeChan(th.Gen.Site(machine.TimerChannel, nil, false), 1))
	} else {
		th.Store(cell(p, timerFunc), l.Parts[timerFunc], f)
	}
	s, _, _ := th.SetTimer(th.Identity(p), d, period, f.R != nil)
	start(th, p, f, s)
	return p
}

func timerSite(th *thread) *memory.Site {
	return th.Gen.Site("timer", th.Gen.Layouts.Of(timerType), false)
}

// start starts the goroutine of a timer that has been set.
func start(th *thread, timer, f value, s machine.Setting) {
	fn := timerFunction
	if f.R != nil {
		fn = alarmFunction
	}
	th.Spawn(&memory.Closure{Fn: fn}, []value{timer, f, {N: s.N}, {N: s.At}, {N: s.Leads}, {N: s.Passes}, memory.String(th.Place())})
}

// The bodies of timers' goroutines, with the names by which executions show them.
var (
	timerFunction = machine.NativeFunction(machine.TimerName, runTimer)
	alarmFunction = machine.NativeFunction(machine.AlarmName, runTimer)
)

func runTimer(th *thread, a []value) value {
	timer, f := a[0], a[1]
	s := machine.Setting{ID: th.Identity(timer), N: a[2].N, At: a[3].N, Leads: a[4].N, Passes: a[5].N}
	place := a[6].Text()
	th.At(&place)
	for {
		now, fired, ok := th.AwaitTimer(&s)
		switch {
		case !ok:
			return value{}
		case f.R != nil:
			th.Call(closure(f), nil)
			return value{}
		}
		th.TrySend(channelOf(th, timer), timeAt(th, now))
		th.AtomicStore(cell(timer, timerSent), value{N: fired})
		th.SetEffect()
		if s.Passes == 0 {
			return value{}
		}
	}
}

func channelOf(th *thread, timer value) value {
	return th.Load(timer, th.Gen.Layouts.Of(timerType).Parts[timerChan])
}

// taken takes back what a timer has sent that has fired so often. It reports whether there was something that nobody has received.
func taken(th *thread, timer value, fired int64) bool {
	ch := channelOf(th, timer)
	if ch.R == nil || fired == 0 {
		return false
	}
	th.Await(cell(timer, timerSent), "wait for", func(sent int64) bool { return sent >= fired })
	th.SetEffect()
	return th.TryReceive(ch)
}

// identity returns the id of a timer, and panics for one that was not made by package time.
func identity(th *thread, timer value, what string) int64 {
	if th.Pointer(timer).Site != timerSite(th) {
		throwText(th, "time: "+what+" called on uninitialized Timer")
	}
	return th.Identity(timer)
}

func stopTimer(th *thread, a []value) value {
	wasSet, fired := th.StopTimer(identity(th, a[0], "Stop"))
	return memory.Bool(taken(th, a[0], fired) || wasSet)
}

func resetTimer(th *thread, timer value, d, period int64) value {
	id, f := identity(th, timer, "Reset"), th.Load(cell(timer, timerFunc), th.Gen.Layouts.Of(timerType).Parts[timerFunc])
	s, wasSet, fired := th.SetTimer(id, d, period, f.R != nil)
	unseen := taken(th, timer, fired)
	start(th, timer, f, s)
	return memory.Bool(unseen || wasSet)
}

func timers() map[string]native {
	interval := func(th *thread, d value, what string) int64 {
		if d.N <= 0 {
			throwText(th, "non-positive interval for "+what)
		}
		return d.N
	}
	ticker := func(th *thread, d value) value {
		period := interval(th, d, "NewTicker")
		return newTimer(th, value{}, period, period)
	}
	return map[string]native{
		"time.Sleep":     func(th *thread, a []value) value { th.Sleep(a[0].N); return value{} },
		"time.After":     func(th *thread, a []value) value { return channelOf(th, newTimer(th, value{}, a[0].N, 0)) },
		"time.NewTimer":  func(th *thread, a []value) value { return newTimer(th, value{}, a[0].N, 0) },
		"time.AfterFunc": func(th *thread, a []value) value { return newTimer(th, a[1], a[0].N, 0) },
		"time.NewTicker": func(th *thread, a []value) value { return ticker(th, a[0]) },
		"time.Tick": func(th *thread, a []value) value {
			if a[0].N <= 0 {
				return value{}
			}
			return channelOf(th, ticker(th, a[0]))
		},
		"(*time.Timer).Stop": stopTimer, "(*time.Ticker).Stop": stopTimer,
		"(*time.Timer).Reset": func(th *thread, a []value) value { return resetTimer(th, a[0], a[1].N, 0) },
		"(*time.Ticker).Reset": func(th *thread, a []value) value {
			period := interval(th, a[1], "Ticker.Reset")
			return resetTimer(th, a[0], period, period)
		},
	}
}

// The times at which executions and bubbles of testing/synctest begin, in seconds since 1970, and what package time adds to such seconds: see time.Time.
const (
	beginning      = 1_767_225_600
	bubbles        = 946_684_800
	unixToInternal = (1969*365 + 1969/4 - 1969/100 + 1969/400) * 86400
	minWall        = (1884*365 + 1884/4 - 1884/100 + 1884/400) * 86400
	hasMonotonic   = -1 << 63
)

const second = 1_000_000_000

// timeAt is the time.Time at a time of the clock, with a monotonic reading, which bubbles do not have.
func timeAt(th *thread, now int64) value {
	seconds, nanoseconds, monotonic := reading(th, now)
	if monotonic == 0 {
		return value{R: []value{{N: nanoseconds}, {N: seconds + unixToInternal}, {}}}
	}
	return value{R: []value{{N: hasMonotonic | (seconds+unixToInternal-minWall)<<30 | nanoseconds}, {N: monotonic}, {}}}
}

// reading is a reading of the clock at a time: the seconds since 1970, nanoseconds, and the monotonic reading, or 0.
func reading(th *thread, now int64) (seconds, nanoseconds, monotonic int64) {
	if th.Bubble != nil {
		now -= th.Bubble.Start
		return bubbles + now/second, now % second, 0
	}
	now += machine.BeforeMain
	return beginning + now/second, now % second, now + 1
}

// times are the readings of the clock.
func times() map[string]native {
	wall := func(th *thread, _ []value) value {
		seconds, nanoseconds, monotonic := reading(th, th.Now())
		return memory.Tuple(value{N: seconds}, value{N: nanoseconds}, value{N: monotonic})
	}
	nano := func(th *thread, _ []value) value {
		now := th.Now()
		if th.Bubble != nil {
			return value{N: bubbles*second + now - th.Bubble.Start}
		}
		return value{N: now + machine.BeforeMain + 1}
	}
	return map[string]native{
		"time.now": wall, "time.runtimeNow": wall, "time.runtimeNano": nano, "runtime.nanotime": nano,
		"time.runtimeIsBubbled": func(th *thread, _ []value) value { return memory.Bool(th.Bubble != nil) },
	}
}
