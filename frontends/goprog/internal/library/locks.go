package library

import (
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// step executes a step of the object at p, and returns the state before.
func step(th *thread, p value, t guarded.Transition) (before int64) {
	if t.Next == nil {
		before = th.Await(p, t.Text, t.Enabled)
	} else {
		before = th.When(p, t.Text, t.Enabled, t.Next)
	}
	th.SetEffect(t.Ops...)
	return before
}

// waits executes steps, each as soon as it is enabled.
func waits(steps ...guarded.Transition) native {
	return func(th *thread, a []value) value {
		for _, t := range steps {
			step(th, a[0], t)
			th.Locks()
		}
		return value{}
	}
}

// must executes a step, and fails if it is not enabled.
func must(t guarded.Transition, problem string) native {
	next := t.Try().Next
	return func(th *thread, a []value) value {
		if before := th.When(a[0], t.Text, guarded.Always, next); !t.Enabled(before) {
			th.Fail("fatal error: %s", problem)
		}
		th.Locks()
		th.SetEffect(t.Ops...)
		return value{}
	}
}

// try executes a step if it is enabled. Otherwise it synchronises with nothing.
func try(t guarded.Transition) native {
	text, next := "try "+t.Text, t.Try().Next
	return func(th *thread, a []value) value {
		ok := t.Enabled(th.When(a[0], text, guarded.Always, next))
		if ok {
			th.SetEffect(t.Ops...)
		}
		return memory.Bool(ok)
	}
}

func locks() map[string]native {
	return map[string]native{
		"(*sync.Mutex).Lock":       waits(guarded.Lock),
		"(*sync.Mutex).TryLock":    try(guarded.Lock),
		"(*sync.Mutex).Unlock":     must(guarded.Unlock, "sync: unlock of unlocked mutex"),
		"(*sync.RWMutex).RLock":    waits(guarded.ReadLock),
		"(*sync.RWMutex).TryRLock": try(guarded.ReadLock),
		"(*sync.RWMutex).RUnlock":  must(guarded.ReadUnlock, "sync: RUnlock of unlocked RWMutex"),
		"(*sync.RWMutex).Lock":     waits(guarded.AnnounceWriter, guarded.WriteLock),
		"(*sync.RWMutex).TryLock":  try(guarded.WriteLockFree),
		"(*sync.RWMutex).Unlock":   must(guarded.WriteUnlock, "sync: Unlock of unlocked RWMutex"),
	}
}

// semaphores are the runtime functions that the code of package sync calls. To acquire a semaphore is to wait until it is not 0 and then to
// decrement it; the runtime orders the waiters in a way that its documentation does not specify. Whether a goroutine spins, once at most, before
// it waits is a choice. Their clock stands still, so a Mutex never enters starvation mode.
func semaphores() map[string]native {
	acquire, release := waits(guarded.AcquirePermit), waits(guarded.ReleasePermit)
	dies := func(th *thread, a []value) value { th.Fail("fatal error: %s", a[0].Text()); return value{} }
	m := map[string]native{
		"internal/sync.runtime_canSpin": func(th *thread, a []value) value {
			if a[0].N > 0 {
				return value{}
			}
			return value{N: th.Choose(2)}
		},
		"internal/sync.runtime_doSpin": nothing, "internal/sync.runtime_nanotime": constantly(1),
		"internal/sync.runtime_SemacquireMutex": acquire,
	}
	for _, name := range []string{"", "WaitGroup", "RWMutex", "RWMutexR"} {
		m["sync.runtime_Semacquire"+name] = acquire
	}
	for _, pkg := range []string{"sync", "internal/sync"} {
		m[pkg+".runtime_Semrelease"], m[pkg+".throw"], m[pkg+".fatal"] = release, dies, dies
	}
	return m
}
