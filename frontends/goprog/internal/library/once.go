package library

import (
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
	"dporbench/model/operation"
)

func onces() map[string]native {
	return map[string]native{
		"(*sync.Once).Do": func(th *thread, a []value) value {
			begin := guarded.BeginOnce
			switch th.When(a[0], begin.Text, begin.Enabled, begin.Next) {
			case guarded.OnceNew:
				_, p := th.Protect(func() value { return th.Call(closure(a[1]), nil) })
				step(th, a[0], guarded.EndOnce)
				if p != nil {
					panic(p)
				}
			case guarded.OnceRunning:
				step(th, a[0], guarded.AwaitOnce)
			default:
				th.SetEffect(guarded.AwaitOnce.Ops...)
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
		switch before := th.Fetch(p, operation.FetchAdd, d); {
		case before+d < 0:
			throwText(th, "sync: negative WaitGroup counter")
		case d < 0:
			th.SetEffect(guarded.Releases(0))
		case d > 0 && before == 0:
			th.SetEffect(guarded.SyncOp{Kind: guarded.FirstAdd})
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
			th.Await(a[0], "wait for", guarded.IsZero)
			th.SetEffect(guarded.Acquires(0), guarded.SyncOp{Kind: guarded.Wait})
			return value{}
		},
	}
}

// A Cond has in its second cell the state of a condition. For the code of package sync, that is the first cell of its list.

// beginWait returns the number under which the goroutine waits.
func beginWait(th *thread, list value) (waiter int64) {
	return guarded.WaiterAfter(step(th, list, guarded.BeginWait))
}

// wake executes a Signal or a Broadcast.
func wake(th *thread, list value, t guarded.Transition) value {
	before := th.When(list, t.Text, t.Enabled, t.Next)
	th.SetEffect(guarded.WakeOps(before, t.Next(before))...)
	return value{}
}

func conditions() map[string]native {
	return map[string]native{
		"(*sync.Cond).Wait": func(th *thread, a []value) value {
			list := cell(a[0], 1)
			waiter := beginWait(th, list)
			locker(th, a[0], "Unlock")
			step(th, list, guarded.WaitAs(waiter))
			locker(th, a[0], "Lock")
			return value{}
		},
		"(*sync.Cond).Signal":    func(th *thread, a []value) value { return wake(th, cell(a[0], 1), guarded.Signal) },
		"(*sync.Cond).Broadcast": func(th *thread, a []value) value { return wake(th, cell(a[0], 1), guarded.Broadcast) },
	}
}

// notifications are the runtime functions that the code of a Cond calls.
func notifications() map[string]native {
	return map[string]native{
		"sync.runtime_notifyListAdd":       func(th *thread, a []value) value { return value{N: beginWait(th, a[0])} },
		"sync.runtime_notifyListWait":      func(th *thread, a []value) value { step(th, a[0], guarded.WaitAs(a[1].N)); return value{} },
		"sync.runtime_notifyListNotifyOne": func(th *thread, a []value) value { return wake(th, a[0], guarded.Signal) },
		"sync.runtime_notifyListNotifyAll": func(th *thread, a []value) value { return wake(th, a[0], guarded.Broadcast) },
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
