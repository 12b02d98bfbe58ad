package library

import (
	"go/types"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// A timer is a goroutine that fires at any moment, and a struct of two cells like time.Timer and time.Ticker: its channel,
// and a state, which says how often it has been set, and what has become of the last setting.
const (
	timerChan int64 = iota
	timerState
)

const (
	armed int64 = iota
	stopped
	firing
	fired
	ofState // the states of one setting
)

// mostTicks is the number of times that a ticker ticks.
const mostTicks = 2

// newTimer makes a timer that calls f, or sends to its channel.
func newTimer(th *thread, f value, ticks int64) value {
	timer := types.NewStruct([]*types.Var{
		types.NewField(0, nil, "C", types.NewChan(types.SendRecv, types.Typ[types.Int]), false),
		types.NewField(0, nil, "state", types.Typ[types.Int], false),
	}, nil)
	l := th.Gen.Layouts.Of(timer)
	p := machine.NewObject(th.Gen.Site("timer", l, false), l.N)
	if f.R == nil {
		th.Store(cell(p, timerChan), l.Parts[timerChan], th.MakeChan(th.Gen.Site("timer.C", nil, false), 1))
	}
	arm(th, p, f, 0, ticks)
	return p
}

// arm starts the goroutine of a timer that has been set for the nth time.
func arm(th *thread, timer, f value, n, ticks int64) {
	fn := timerFunction
	if f.R != nil {
		fn = alarmFunction
	}
	th.Spawn(&memory.Closure{Fn: fn}, []value{timer, f, {N: n * ofState}, {N: ticks}})
}

// The bodies of timers' goroutines, with the names by which executions show them.
var (
	timerFunction = machine.NativeFunction(machine.TimerName, runTimer)
	alarmFunction = machine.NativeFunction(machine.AlarmName, runTimer)
)

func runTimer(th *thread, a []value) value {
	timer, f, setting, ticks := a[0], a[1], a[2].N, a[3].N
	state := cell(timer, timerState)
	becomes := func(from, to int64) bool {
		equal := func(a, b value) bool { return a.N == b.N }
		return th.CompareAndSwap(state, value{N: setting + from}, value{N: setting + to}, equal)
	}
	if f.R != nil {
		if becomes(armed, fired) {
			th.Call(closure(f), nil)
		}
		return value{}
	}
	for range ticks {
		if !becomes(armed, firing) {
			return value{}
		}
		th.TrySend(channelOf(th, timer), value{R: make([]value, 3)})
		if ticks == 1 {
			th.AtomicStore(state, value{N: setting + fired})
			return value{}
		}
		th.AtomicStore(state, value{N: setting + armed})
	}
	th.Gen.Ticks()
	th.Await(state, machine.NoMoreTicks, func(v int64) bool { return v != setting+armed })
	th.SetEffect(guarded.Acquires(0))
	return value{}
}

func channelOf(th *thread, timer value) value {
	return th.Load(timer, th.Gen.Layouts.Of(types.NewChan(types.SendRecv, types.Typ[types.Int])))
}

// set replaces the state of a timer that is not firing, and takes back what it has sent. It reports whether the timer was still to
// fire, or had fired unseen.
func set(th *thread, timer value, what string, next func(int64) int64) (active bool, before int64) {
	before = th.When(cell(timer, timerState), what, func(v int64) bool { return v%ofState != firing }, next)
	th.SetEffect(guarded.Acquires(0), guarded.Releases(0))
	if ch := channelOf(th, timer); ch.R != nil && th.TryReceive(ch) {
		return true, before
	}
	return before%ofState == armed, before
}

func timers() map[string]native {
	after := func(ticks int64) native {
		return func(th *thread, a []value) value { return channelOf(th, newTimer(th, value{}, ticks)) }
	}
	timer := func(ticks int64) native {
		return func(th *thread, a []value) value { return newTimer(th, value{}, ticks) }
	}
	halt := guarded.Transition{Enabled: func(v int64) bool { return v%ofState == armed }, Next: guarded.Plus(stopped - armed)}
	stop := func(th *thread, a []value) value {
		th.Pointer(a[0])
		active, _ := set(th, a[0], "stop", halt.Try().Next)
		return memory.Bool(active)
	}
	reset := func(ticks int64) native {
		return func(th *thread, a []value) value {
			th.Pointer(a[0])
			if channelOf(th, a[0]).R == nil {
				th.Refuse("Reset of a timer made by time.AfterFunc is not supported")
			}
			active, before := set(th, a[0], "reset", func(v int64) int64 { return (v/ofState+1)*ofState + armed })
			arm(th, a[0], value{}, before/ofState+1, ticks)
			return memory.Bool(active)
		}
	}
	return map[string]native{
		"time.Sleep": nothing, "time.After": after(1), "time.Tick": after(mostTicks), "time.NewTimer": timer(1), "time.NewTicker": timer(mostTicks),
		"time.AfterFunc":      func(th *thread, a []value) value { return newTimer(th, a[1], 1) },
		"(*time.Timer).Stop":  stop,
		"(*time.Ticker).Stop": stop,
		"(*time.Timer).Reset": reset(1), "(*time.Ticker).Reset": reset(mostTicks),
	}
}

// times is the clock, which stands still.
func times() map[string]native {
	const seconds = 1_767_225_600
	now := func(*thread, []value) value { return memory.Tuple(value{N: seconds}, value{}, value{N: 1}) }
	return map[string]native{
		"time.now": now, "time.runtimeNow": now, "time.runtimeNano": constantly(1), "runtime.nanotime": constantly(1), "time.runtimeIsBubbled": constantly(0),
	}
}
