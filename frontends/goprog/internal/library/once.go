package library

import (
	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
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
				th.SetEffect(releases(0))
				if p != nil {
					panic(p)
				}
			case begun:
				th.Await(a[0], "wait for once", func(v int64) bool { return v == over })
				th.SetEffect(acquires(0))
			default:
				th.SetEffect(acquires(0))
			}
			return value{}
		},
	}
}

// A WaitGroup is a counter, unless it only waits for goroutines to end.
func waitGroups() map[string]native {
	add := func(th *thread, p value, d int64) {
		if th.Joins(p) && th.JoinAdd(p, d) {
			return
		}
		switch before := th.Fetch(p, model.FetchAdd, d); {
		case before+d < 0:
			throwText(th, "sync: negative WaitGroup counter")
		case d < 0:
			th.SetEffect(releases(0))
		case d > 0 && before == 0:
			th.SetEffect(machine.SyncOp{Kind: machine.FirstAdd})
		default:
			th.SetEffect()
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
			th.SetEffect(acquires(0), machine.SyncOp{Kind: machine.Wait})
			return value{}
		},
	}
}

// A Cond counts in its second cell the goroutines that have begun to wait, and those that have been woken: the first
// to wait, as in the runtime. For the code of package sync, that is the first cell of its list.
const (
	oneWaits int64 = 1
	oneWoken int64 = 1 << 32
)

func waiting(v int64) int64 { return v % oneWoken }
func woken(v int64) int64   { return v / oneWoken }

func beginToWait(th *thread, list value) (ticket int64) {
	before := th.When(list, "begin to wait for", always, plus(oneWaits))
	th.SetEffect()
	return waiting(before)
}

func waitUntilWoken(th *thread, list value, ticket int64) {
	th.Await(list, "wait for", func(v int64) bool { return woken(v) > ticket })
	th.SetEffect(acquires(ticket))
}

func wake(th *thread, list value, what string, next func(int64) int64) value {
	before := th.When(list, what, always, next)
	var ops []machine.SyncOp
	for ticket := woken(before); ticket < woken(next(before)); ticket++ {
		ops = append(ops, releases(ticket))
	}
	th.SetEffect(ops...)
	return value{}
}

func signal(th *thread, list value) value {
	return wake(th, list, "signal", where(func(v int64) bool { return woken(v) < waiting(v) }, plus(oneWoken)))
}

func broadcast(th *thread, list value) value {
	return wake(th, list, "broadcast", func(v int64) int64 { return waiting(v)*oneWoken + waiting(v) })
}

func conditions() map[string]native {
	return map[string]native{
		"(*sync.Cond).Wait": func(th *thread, a []value) value {
			list := cell(a[0], 1)
			ticket := beginToWait(th, list)
			locker(th, a[0], "Unlock")
			waitUntilWoken(th, list, ticket)
			locker(th, a[0], "Lock")
			return value{}
		},
		"(*sync.Cond).Signal":    func(th *thread, a []value) value { return signal(th, cell(a[0], 1)) },
		"(*sync.Cond).Broadcast": func(th *thread, a []value) value { return broadcast(th, cell(a[0], 1)) },
	}
}

// notifications are the runtime functions that the code of a Cond calls.
func notifications() map[string]native {
	return map[string]native{
		"sync.runtime_notifyListAdd":       func(th *thread, a []value) value { return value{N: beginToWait(th, a[0])} },
		"sync.runtime_notifyListWait":      func(th *thread, a []value) value { waitUntilWoken(th, a[0], a[1].N); return value{} },
		"sync.runtime_notifyListNotifyOne": func(th *thread, a []value) value { return signal(th, a[0]) },
		"sync.runtime_notifyListNotifyAll": func(th *thread, a []value) value { return broadcast(th, a[0]) },
		"sync.runtime_notifyListCheck":     nothing,
	}
}

// locker calls a method of the Locker that a Cond has in its first cell.
func locker(th *thread, cond value, method string) {
	l, _ := th.Load(cond, anyLayout(th)).R.(*memory.Iface)
	if l == nil {
		th.NilDereference()
	}
	th.CallFunction(th.Gen.Method(l.T, method), []value{l.V})
}
