package library

import (
	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// The state of a Mutex is 0 or 1. That of an RWMutex counts the readers that hold it, the waiting writers, and the
// writer that holds it.
const (
	oneReader  int64 = 1
	oneWaiting int64 = 1 << 20
	oneWriter  int64 = 1 << 40
)

func hasReader(v int64) bool { return v%oneWaiting > 0 }
func hasWriter(v int64) bool { return v >= oneWriter }
func noWriter(v int64) bool  { return v >= 0 && v < oneWaiting }
func noHolder(v int64) bool  { return v >= 0 && !hasReader(v) && !hasWriter(v) }

// The clocks of a lock: for releases by writers, and by readers.
const (
	byWriters int64 = iota
	byReaders
)

// lock waits until a lock is ready.
func lock(what string, ready func(int64) bool, d int64, ops ...machine.SyncOp) native {
	return func(th *thread, a []value) value {
		th.When(a[0], what, ready, plus(d))
		th.SetEffect(ops...)
		return value{}
	}
}

// unlock fails if the lock is not held.
func unlock(what, problem string, held func(int64) bool, d int64, op machine.SyncOp) native {
	return func(th *thread, a []value) value {
		if before := th.When(a[0], what, always, where(held, plus(d))); !held(before) {
			th.Fail("fatal error: %s", problem)
		}
		th.SetEffect(op)
		return value{}
	}
}

// try takes a lock if it is ready. If it fails, it synchronises with nothing.
func try(what string, ready func(int64) bool, d int64, ops ...machine.SyncOp) native {
	return func(th *thread, a []value) value {
		before := th.When(a[0], what, always, where(ready, plus(d)))
		if ready(before) {
			th.SetEffect(ops...)
		}
		return memory.Bool(ready(before))
	}
}

func locks() map[string]native {
	writes := []machine.SyncOp{acquires(byWriters), acquires(byReaders)}
	announce := lock("announce lock", always, oneWaiting)
	enter := lock("lock", noHolder, oneWriter-oneWaiting, writes...)
	return map[string]native{
		"(*sync.Mutex).Lock":       lock("lock", isZero, 1, acquires(byWriters)),
		"(*sync.Mutex).TryLock":    try("try lock", isZero, 1, acquires(byWriters)),
		"(*sync.Mutex).Unlock":     unlock("unlock", "sync: unlock of unlocked mutex", positive, -1, releases(byWriters)),
		"(*sync.RWMutex).RLock":    lock("rlock", noWriter, oneReader, acquires(byWriters)),
		"(*sync.RWMutex).TryRLock": try("try rlock", noWriter, oneReader, acquires(byWriters)),
		"(*sync.RWMutex).RUnlock":  unlock("runlock", "sync: RUnlock of unlocked RWMutex", hasReader, -oneReader, releases(byReaders)),
		"(*sync.RWMutex).Lock": func(th *thread, a []value) value {
			announce(th, a)
			return enter(th, a)
		},
		"(*sync.RWMutex).TryLock": try("try lock", isZero, oneWriter, writes...),
		"(*sync.RWMutex).Unlock":  unlock("unlock", "sync: Unlock of unlocked RWMutex", hasWriter, -oneWriter, releases(byWriters)),
	}
}

// semaphores are the runtime functions that the code of package sync calls. To acquire a semaphore is to wait until it is not 0 and then to
// decrement it; the runtime orders the waiters in a way that its documentation does not specify. Whether a goroutine spins, once at most, before
// it waits is a choice. The clock stands still, so a Mutex never enters starvation mode.
func semaphores() map[string]native {
	acquire := func(th *thread, a []value) value {
		th.When(a[0], "acquire", positive, plus(-1))
		th.SetEffect(acquires(0))
		return value{}
	}
	release := func(th *thread, a []value) value {
		th.When(a[0], "release", always, plus(1))
		th.SetEffect(releases(0))
		return value{}
	}
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
