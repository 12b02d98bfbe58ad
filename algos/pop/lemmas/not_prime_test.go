package lemmas_test

import "testing"

// TestNotPrime checks (S) of Theorem A at all nodes, also for continuations that are not schedules, as the proof needs
// for mutexes and awaits.
func TestNotPrime(t *testing.T) { holdsForOneOf(t, 5, oneFreshNodeForAny) }

var oneFreshNodeForAny = claim{"Theorem A (S), not only prime", true, func(x *exploration, r *reached) error {
	n := len(r.node.items)
	times := map[string]int{}
	for _, m := range r.tree[1:] {
		w := m.sequence()[n:]
		for _, places := range w.prefixes() {
			if places>>(len(w)-1) == 1 && m.headsWithin(n, places<<n) {
				times[w.at(places).key()]++ // the node is fresh for them
			}
		}
	}
	return x.once(times, r.traces, func(tau sequence) bool { return len(tau) > 0 })
}}

// prefixes are the sets of places of all u ⊑ s.
func (s sequence) prefixes() []uint64 {
	sets := []uint64{0}
	for i, past := range s.pasts() {
		for _, set := range sets {
			if past&^set == 1<<i {
				sets = append(sets, set|past)
			}
		}
	}
	return sets
}
