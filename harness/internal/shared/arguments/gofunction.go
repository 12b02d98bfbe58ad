package arguments

import (
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"dporbench/frontends/goprog/translation"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
)

// Timers are the values of the flag for when timers fire.
var Timers = []string{"any", program.TimersLast}

// TimersUsage explains them.
const TimersUsage = "when timers fire: at any moment, or last, where nothing else can move"

// StdUsage explains the flag for the code of package sync.
const StdUsage = "execute the code of package sync, on the semaphores of the runtime, instead of steps for its operations"

// Clocks are the values of the flag for readings of the clock, and ClockUsage explains them.
var Clocks = []string{"timers", program.ReadClock, program.FreeClock}

const ClockUsage = "how the clock moves: by timers alone; reads, by a nanosecond with each reading, too; or free, where each reading may also find that the next deadline has passed"

// SignalsUsage explains the flag for signals from outside.
const SignalsUsage = "each signal that the program asks for by os/signal comes once, at any moment; without it, only those that it sends to itself"

// InOrder is the order of ranges over maps, if it is not any.
const InOrder = "set"

// Orders are the values of the flag for that order.
var Orders = []string{InOrder, program.AnyOrder}

// MapsUsage explains them.
const MapsUsage = "the order of entries in ranges over maps: set, in which keys were first set, or any, which is a choice for each entry"

// goFunction matches ./folder:Function and import/path:Function.
var goFunction = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\.|[^\s:|=]*/[^\s:|=]*):[\pL_][\pL\d_]*$`) })

func goFunctions(unroll *int) kind {
	var o translation.Options
	maps, timers, clock := InOrder, Timers[0], Clocks[0]
	k := newKind("a Go function", func(word string) bool { return goFunction().MatchString(word) }, func(_ *program.Registry, words []string) (program.Kind, error) {
		pkg, function, _ := strings.Cut(words[0], ":")
		o.Unroll, o.AnyOrder, o.TimersLast = *unroll, maps == program.AnyOrder, timers == program.TimersLast
		o.ClockFree, o.ClockReads = clock == program.FreeClock, clock == program.ReadClock
		return program.GoFunction{Package: pkg, Function: function, Options: o}, noParameters(words)
	})
	k.group, k.example = command.GoFunctions, "./folder:Function"
	k.flags = func(f *pflag.FlagSet) {
		f.Var(value.Positive(unroll), "unroll", unrollUsage)
		f.Var(value.Positive(&o.Settle), "settle", "random executions to find what is shared and written before the program is explored")
		f.Var(value.Positive(&o.Repetitions), "repetitions", "iterations of loops that count from 0 to a constant of 10 or more")
		f.StringVar((*string)(&o.Known), "known", "", "comma-separated `FACTS` from an earlier exploration that the first executions do not reveal")
		f.Var(value.OneOf(&maps, "ORDER", Orders), "maps", MapsUsage)
		f.BoolVar(&o.Short, "short", false, "testing.Short is true")
		f.BoolVar(&o.Signals, "signals", false, SignalsUsage)
		f.BoolVar(&o.Std, "std", false, StdUsage)
		f.Var(value.OneOf(&timers, "WHEN", Timers), "timers", TimersUsage)
		f.Var(value.OneOf(&clock, "HOW", Clocks), "clock", ClockUsage)
	}
	return k
}
