package letters_test

import (
	"fmt"
	"slices"

	"dporbench/model/event"
)

// replaceable is (X8) for e, which is enabled, and a random continuation ρ that is independent of it: which letters f
// in conflict with e may come after ρ, and which f^e after e·ρ. For mutexes it is not assumed (A.7).
func (x *assumptions) replaceable(e letter) error {
	if e.Kind.OnMutex() {
		return nil
	}
	n := x.Len()
	defer x.backTo(n)
	for range x.random.IntN(6) {
		independent := slices.DeleteFunc(x.enabled(), func(a letter) bool { return x.dependent(a, e) })
		if len(independent) == 0 {
			break
		}
		x.step(independent[x.random.IntN(len(independent))].Thread)
	}
	rho := slices.Clone(x.letters[n:])
	before := x.inConflictWith(e)
	waitsBefore := x.waiting()
	x.backTo(n)
	if !x.continues(append([]letter{e}, rho...)...) {
		return fmt.Errorf("(X8): not %v and then %v", e, rho)
	}
	for _, l := range append([]letter{e}, rho...) {
		x.step(l.Thread)
	}
	after := x.inConflictWith(e)
	for _, f := range before {
		at := slices.IndexFunc(after, f.isSameEvent)
		if at < 0 && x.waiting()[f.Thread] {
			continue // A.8.1
		}
		x.checked["X8"]++
		if at < 0 || e.isRead() && !f.equals(after[at]) {
			return fmt.Errorf("(X8): %v after %v, but %v after %v and that", f, rho, after, e)
		}
		if err := x.samePrimality(e, rho, f, after[at]); err != nil {
			return err
		}
	}
	for _, f := range after {
		if !slices.ContainsFunc(before, f.isSameEvent) && !waitsBefore[f.Thread] {
			return fmt.Errorf("(X8): %v after %v and %v, but %v without %v", f, e, rho, before, e)
		}
	}
	return nil
}

// isSameEvent compares thread and index.
func (l letter) isSameEvent(o letter) bool { return l.Thread == o.Thread && l.Index == o.Index }

// inConflictWith are the enabled letters that conflict with e.
func (x *assumptions) inConflictWith(e letter) []letter {
	return slices.DeleteFunc(x.enabled(), func(f letter) bool { return !x.inConflict(e, f) })
}

// waiting are the threads that wait for a value.
func (x *assumptions) waiting() map[event.ThreadID]bool {
	waits := map[event.ThreadID]bool{}
	for t := x.NextActive(event.NoThread); t != event.NoThread; t = x.NextActive(t) {
		waits[t] = x.NextGuard(t) != nil && !x.Enabled(t)
	}
	return waits
}

// samePrimality is the end of (X8): ρ·f is prime if and only if ρ·f^e is. Where Stores are buffered that may be wrong in one
// direction, if a Load in ρ reads the store that e flushes.
func (x *assumptions) samePrimality(e letter, rho []letter, f, fAfter letter) error {
	before, after := x.isPrime(append(slices.Clone(rho), f)), x.isPrime(append(slices.Clone(rho), fAfter))
	if before == after {
		return nil
	}
	readsFlushed := func(l letter) bool { return l.ReadsOwn() && l.Flusher() == e.Thread && int32(l.Ref) == e.Index }
	if x.checked["X8 but for primality"]++; before || !fAfter.Kind.Writes() || !e.IsFlush() || !slices.ContainsFunc(rho, readsFlushed) {
		return fmt.Errorf("(X8): %v·%v is prime: %v; with %v after %v: %v", rho, f, before, fAfter, e, after)
	}
	return nil
}
