package world

import (
	mathbits "math/bits"
	"syscall"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// The code of package os/signal is executed over the functions of the runtime that are here. A signal comes from the program, which sends it to itself, or, with Signals, once from outside, at
// any moment while the program asks for it. The goroutine that relays signals to channels waits forever for the next one, and belongs to nobody. Nothing of this synchronises but
// the channels, as for the race detector.

// The state of the signals is one word: a bit for each that the program asks for and, higher, for each that has come and is not relayed yet, and one if a signal is being relayed.
const (
	mostSignals       = 30 // with numbers from 1
	pending           = 31 // by how much those bits are higher
	relaying    int64 = 1 << 62
	cameMask    int64 = (1<<mostSignals - 1) << (pending + 1)
)

func isSignal(n int64) bool { return 0 < n && n <= mostSignals }

// The numbers of signals on Linux: some that come from outside, as programs expect, and some that end no process.
const (
	hangUp, interrupt, quit, user1, user2, terminate = 1, 2, 3, 10, 12, 15
	child, proceed, urgent, windowChanges            = 17, 18, 23, 28

	fromOutside = 1<<hangUp | 1<<interrupt | 1<<quit | 1<<user1 | 1<<user2 | 1<<terminate
	harmless    = 1<<child | 1<<proceed | 1<<urgent | 1<<windowChanges
)

// itself is the number of the process.
const itself = 1

const (
	stateOfSignals = "the signals"
	askedSignals   = "the signals from outside"
	ignoredSignals = "the signals that are ignored"
)

// onSignals changes a word about signals in one event, once it is ready, and returns it as it was.
func onSignals(th *thread, name, what string, ready func(int64) bool, next func(int64) int64) int64 {
	before := th.When(th.Gen.Single(name), what, ready, next)
	th.SetEffect()
	return before
}

// come is the state once a signal has come. It is lost if nobody asks for it.
func come(state, n int64) int64 {
	if state>>n&1 == 0 {
		return state
	}
	return state | 1<<(n+pending)
}

func hasCome(state int64) bool { return state&cameMask != 0 }

func signals() map[string]native {
	set := func(name, what string, next func(word, bit int64) int64) native {
		return func(th *thread, a []value) value {
			if isSignal(a[0].N) {
				onSignals(th, name, what, guarded.Always, func(word int64) int64 { return next(word, 1<<a[0].N) })
			}
			return value{}
		}
	}
	on, off := func(word, bit int64) int64 { return word | bit }, func(word, bit int64) int64 { return word &^ bit }
	ask, relax, ignore := set(stateOfSignals, "ask for a signal in", on), set(stateOfSignals, "give up a signal in", off), set(ignoredSignals, "ignore a signal in", on)
	return map[string]native{
		"os/signal.loop": relay,
		"os/signal.signal_enable": func(th *thread, a []value) value {
			ask(th, a)
			if n := a[0].N; th.Gen.Signals && isSignal(n) && fromOutside>>n&1 != 0 {
				send(th, n)
			}
			return value{}
		},
		"os/signal.signal_disable": relax,
		"os/signal.signal_ignore": func(th *thread, a []value) value {
			relax(th, a)
			return ignore(th, a)
		},
		"os/signal.signal_ignored": func(th *thread, a []value) value {
			return memory.Bool(isSignal(a[0].N) && th.State(th.Gen.Single(ignoredSignals))>>a[0].N&1 != 0)
		},
		"os/signal.signalWaitUntilIdle": func(th *thread, _ []value) value {
			th.Await(th.Gen.Single(stateOfSignals), "wait until signals are relayed by", func(state int64) bool { return !hasCome(state) && state&relaying == 0 })
			th.SetEffect()
			return value{}
		},
		"syscall.Kill": kill, "syscall.Getpid": constantly(itself),
		"os.pidfdFind": func(th *thread, _ []value) value {
			return memory.Tuple(value{}, errno(th, syscall.ENOSYS))
		},
		"(syscall.Signal).String": func(_ *thread, a []value) value { return memory.String(syscall.Signal(a[0].N).String()) },
		"(syscall.Signal).Signal": nothing,
	}
}

// relay sends each signal that comes to the channels that ask for it.
func relay(th *thread, _ []value) value {
	process := th.Gen.FunctionOf("os/signal", "process")
	for {
		state := onSignals(th, stateOfSignals, machine.SignalComes, hasCome, func(state int64) int64 {
			came := state & cameMask
			return state&^(came&-came) | relaying
		})
		n := int64(mathbits.TrailingZeros64(uint64(state&cameMask))) - pending
		th.CallFunction(process, []value{{R: &memory.Iface{T: th.Gen.Types.Of(th.Gen.TypeNamed("syscall", "Signal")), V: value{N: n}}}})
		onSignals(th, stateOfSignals, "a signal has been relayed by", guarded.Always, func(state int64) int64 { return state &^ relaying })
	}
}

// send lets a signal come from outside once, at any moment from now on.
func send(th *thread, n int64) {
	asked := onSignals(th, askedSignals, "ask for a signal in", guarded.Always, func(word int64) int64 { return word | 1<<n })
	if asked>>n&1 == 0 {
		th.Spawn(&memory.Closure{Fn: sender}, []value{{N: n}})
	}
}

var sender = machine.NativeFunction(machine.SignalName, func(th *thread, a []value) value {
	onSignals(th, stateOfSignals, syscall.Signal(a[0].N).String()+": send a signal to", guarded.Always, func(state int64) int64 { return come(state, a[0].N) })
	return value{}
})

// kill is syscall.Kill. A signal for which nobody asks, and that is not ignored, ends the process.
func kill(th *thread, a []value) value {
	n := a[1].N
	switch {
	case a[0].N != itself:
		th.Refuse("a signal to another process is not supported")
	case n == 0:
		return value{}
	case !isSignal(n):
		th.Refuse("%v is not supported", syscall.Signal(n))
	}
	state := onSignals(th, stateOfSignals, "send a signal to", guarded.Always, func(state int64) int64 { return come(state, n) })
	if state>>n&1 == 0 && harmless>>n&1 == 0 && th.State(th.Gen.Single(ignoredSignals))>>n&1 == 0 {
		th.Fail("signal: %v: it ends the process, since nobody asks for it", syscall.Signal(n))
	}
	return value{}
}
