package library

import (
	"go/types"

	"dporbench/goprog/internal/machine"
	"dporbench/goprog/internal/memory"
	"dporbench/model"
)

// The state of a Once.
const (
	notBegun int64 = iota
	begun
	over
)

func onces() map[string]native {
	return map[string]native{
		"(*sync.Once).Do": func(th *thread, a []value) value {
			switch th.When(a[0], "once", always, func(v int64) int64 { return max(v, begun) }) {
			case notBegun:
				_, p := th.Protect(func() value { return th.Call(closure(a[1]), nil) })
				th.When(a[0], "once done", always, func(int64) int64 { return over })
				th.Did(releases(0))
				if p != nil {
					panic(p)
				}
			case begun:
				th.Await(a[0], "wait for once", func(v int64) bool { return v == over })
				th.Did(acquires(0))
			default:
				th.Did(acquires(0))
			}
			return value{}
		},
	}
}

// A WaitGroup is a counter, unless it is there to wait for the ends of goroutines.
func waitGroups() map[string]native {
	add := func(th *thread, p value, d int64) {
		if th.Joins(p) && th.JoinAdd(p, d) {
			return
		}
		switch before := th.Fetch(p, model.FetchAdd, d); {
		case before+d < 0:
			th.Throw(value{R: &memory.Iface{T: th.Gen.Types.Of(types.Typ[types.String]), V: memory.String("sync: negative WaitGroup counter")}})
		case d < 0:
			th.Did(releases(0))
		case d > 0 && before == 0:
			th.Did(machine.Step{Verb: machine.Begin})
		default:
			th.Did()
		}
	}
	return map[string]native{
		"(*sync.WaitGroup).Add":  func(th *thread, a []value) value { add(th, a[0], a[1].N); return value{} },
		"(*sync.WaitGroup).Done": func(th *thread, a []value) value { add(th, a[0], -1); return value{} },
		"(*sync.WaitGroup).Wait": func(th *thread, a []value) value {
			if th.Joins(a[0]) && th.JoinWait(a[0]) {
				return value{}
			}
			th.Await(a[0], "wait for", isZero)
			th.Did(acquires(0), machine.Step{Verb: machine.Wait})
			return value{}
		},
	}
}

// A Cond counts in its second cell those that have begun to wait, and those that have been woken: the first of those
// that wait, as the runtime does.
const (
	oneWaits int64 = 1
	oneWoken int64 = 1 << 32
)

func conditions() map[string]native {
	waiting := func(v int64) int64 { return v % oneWoken }
	woken := func(v int64) int64 { return v / oneWoken }
	wakes := func(th *thread, p value, what string, next func(int64) int64) value {
		before := th.When(cell(p, 1), what, always, next)
		var deed []machine.Step
		for ticket := woken(before); ticket < woken(next(before)); ticket++ {
			deed = append(deed, releases(ticket))
		}
		th.Did(deed...)
		return value{}
	}
	return map[string]native{
		"(*sync.Cond).Wait": func(th *thread, a []value) value {
			ticket := waiting(th.When(cell(a[0], 1), "begin to wait for", always, plus(oneWaits)))
			th.Did()
			locker(th, a[0], "Unlock")
			th.Await(cell(a[0], 1), "wait for", func(v int64) bool { return woken(v) > ticket })
			th.Did(acquires(ticket))
			locker(th, a[0], "Lock")
			return value{}
		},
		"(*sync.Cond).Signal": func(th *thread, a []value) value {
			return wakes(th, a[0], "signal", where(func(v int64) bool { return woken(v) < waiting(v) }, plus(oneWoken)))
		},
		"(*sync.Cond).Broadcast": func(th *thread, a []value) value {
			return wakes(th, a[0], "broadcast", func(v int64) int64 { return waiting(v)*oneWoken + waiting(v) })
		},
	}
}

// locker calls a method of the Locker that a Cond has in its first cell.
func locker(th *thread, cond value, method string) {
	l, _ := th.Load(cond, th.Gen.Layouts.Of(types.NewInterfaceType(nil, nil))).R.(*memory.Iface)
	if l == nil {
		th.NilDereference()
	}
	th.CallFunction(th.Gen.Method(l.T, method), []value{l.V})
}
