package sampling

import (
	"math/bits"

	"dporbench/model/event"
)

// persistent finds persistent sets: threads whose next events are independent of whatever the others do
// first, as far as that is known. Only executions that begin with one of these need to be explored.
//
// Source: P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032 (1996),
// chapter 4, here with the objects that threads have been seen to access instead of the objects that their code could.
type persistent struct {
	set, best event.ThreadSet
	awake     event.ThreadSet
	needs     []need // by ThreadID
	turn      int
	threads   []event.ThreadID
}

// need lists what else a persistent set with a given thread must have.
type need struct {
	threads event.ThreadSet
	turn    int // in which it was computed
}

// smallest lists the enabled threads that are awake in the persistent set with the fewest of them; it is
// valid until the next call. There are none if nothing that follows is new.
func (p *persistent) smallest(w *walker, enabled, sleep []event.ThreadID) []event.ThreadID {
	p.begin(w, enabled, sleep)
	fewest := len(enabled) + 1
	for _, asleep := range []bool{true, false} { // a set with a sleeping thread has one less
		for _, t := range enabled {
			if p.awake.Has(t) == asleep {
				continue
			}
			p.close(w, t)
			awake := 0
			for i := range p.set {
				awake += bits.OnesCount64(p.set[i] & p.awake[i])
			}
			if awake < fewest {
				fewest = awake
				copy(p.best, p.set)
			}
			if fewest == 0 || fewest == 1 && !asleep {
				return p.chosen(enabled)
			}
		}
	}
	return p.chosen(enabled)
}

func (p *persistent) begin(w *walker, enabled, sleep []event.ThreadID) {
	p.turn++
	for _, set := range []*event.ThreadSet{&p.set, &p.best, &p.awake} {
		set.Grow(w.Threads())
	}
	for len(p.needs) < w.Threads() {
		p.needs = append(p.needs, need{})
	}
	clear(p.awake)
	for _, t := range enabled {
		p.awake.Add(t)
	}
	for _, t := range sleep {
		p.awake.Remove(t)
	}
}

func (p *persistent) chosen(enabled []event.ThreadID) []event.ThreadID {
	p.threads = p.threads[:0]
	for _, t := range enabled {
		if p.best.Has(t) && p.awake.Has(t) {
			p.threads = append(p.threads, t)
		}
	}
	return p.threads
}

// close makes the set a persistent one with t.
func (p *persistent) close(w *walker, t event.ThreadID) {
	clear(p.set)
	p.set.Add(t)
	p.threads = append(p.threads[:0], t)
	for len(p.threads) > 0 {
		t := p.threads[len(p.threads)-1]
		p.threads = p.threads[:len(p.threads)-1]
		for i, word := range p.needed(w, t) {
			added := word &^ p.set[i]
			p.set[i] |= added
			for ; added != 0; added &= added - 1 {
				p.threads = append(p.threads, event.ThreadID(64*i+bits.TrailingZeros64(added)))
			}
		}
	}
}

// needed lists, if t is enabled, the threads that may do something dependent on its next event; otherwise the threads
// that may enable it.
func (p *persistent) needed(w *walker, t event.ThreadID) event.ThreadSet {
	n := &p.needs[t]
	if n.turn == p.turn {
		return n.threads
	}
	n.turn = p.turn
	n.threads.Grow(w.Threads())
	clear(n.threads)
	for _, u := range w.known.matesOf(t) {
		n.threads.Add(u)
	}
	e, ok := w.Next(t)
	switch {
	case !ok:
		if w.LocalState(t) == 0 {
			n.add(w, spawns, int32(t))
		}
	case e.Kind.OnMutex():
		n.add(w, locks, e.Object)
	case e.Kind.OnVariable():
		n.add(w, writes, e.Object)
		if e.Kind.Writes() {
			n.add(w, reads, e.Object)
		}
	case e.Kind == event.Join && !w.Enabled(t):
		n.threads.Add(event.ThreadID(e.Object))
	}
	return n.threads
}

func (n *need) add(w *walker, k access, x int32) {
	for t, last := range w.known.of(k, x) {
		if last > w.done[t] {
			n.threads.Add(event.ThreadID(t))
		}
	}
}
