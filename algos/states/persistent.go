package states

import (
	"math/bits"

	"dporbench/model/event"
)

// persistent finds persistent sets.
type persistent struct {
	classes []int32  // by thread
	needs   []uint64 // by thread: the threads that a set with it must have, too
	known   uint64   // the threads whose needs are known
}

// smallest returns the enabled threads of the persistent set with the fewest that are awake.
func (p *persistent) smallest(s *search, enabled, sleep uint64) (best uint64) {
	p.classes = p.classes[:0]
	for t := range event.ThreadID(s.Threads()) {
		p.classes = append(p.classes, s.classOf(t))
	}
	for len(p.needs) < len(p.classes) {
		p.needs = append(p.needs, 0)
	}
	p.known = 0
	best, fewest := enabled, bits.OnesCount64(enabled&^sleep)
	for rest := enabled; rest != 0 && fewest > 0; rest &= rest - 1 {
		set := p.close(s, rest&-rest) & enabled
		n := bits.OnesCount64(set &^ sleep)
		if n < fewest || n == fewest && bits.OnesCount64(set) < bits.OnesCount64(best) {
			best, fewest = set, n
		}
		if fewest == 1 && sleep == 0 {
			break
		}
	}
	return best
}

// close returns the smallest persistent set that contains another one.
func (p *persistent) close(s *search, set uint64) uint64 {
	for todo := set; todo != 0; {
		t := event.ThreadID(bits.TrailingZeros64(todo))
		todo &= todo - 1
		if p.known>>t&1 == 0 {
			p.known |= 1 << t
			p.needs[t] = p.needed(s, t)
		}
		todo |= p.needs[t] &^ set
		set |= p.needs[t]
	}
	return set
}

// needed returns, if t is enabled, the threads that may do something dependent on its next event; otherwise the threads that may
// enable it.
func (p *persistent) needed(s *search, t event.ThreadID) uint64 {
	e, ok := s.Next(t)
	return p.ending(s, t, e) | p.dependent(s, t, e, ok)
}

// dependent is needed, but for histories.
func (p *persistent) dependent(s *search, t event.ThreadID, e event.Event, ok bool) uint64 {
	switch {
	case !ok || e.Kind == event.Unlock: // which nothing is enabled to conflict with
		return 0
	case e.Kind == event.Join && !s.Enabled(t):
		if p.classes[e.Object] < 0 {
			return 1<<len(p.classes) - 1 // whoever starts it
		}
		return 1 << e.Object
	case e.Kind.OnMutex():
		return p.accessing(s, t, int32(s.MutexObject(e.Object)), true)
	case e.Kind.OnVariable():
		return p.accessing(s, t, e.Object, e.Kind.Writes())
	}
	return 0
}

// accessing returns the other threads that may write to x or, with reads, may read it.
func (p *persistent) accessing(s *search, t event.ThreadID, x int32, reads bool) (set uint64) {
	for u, c := range p.classes {
		if c < 0 || event.ThreadID(u) == t {
			continue
		}
		if a := s.places.classes[c].accesses.Load(); a.writes.has(x) || reads && a.reads.has(x) {
			set |= 1 << u
		}
	}
	return set
}
