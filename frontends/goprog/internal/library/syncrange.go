package library

import (
	"slices"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// walked returns the entries that a range sees that began when the map had been cleared so often: those before it was cleared again.
func (m syncMap) walked(cleared int64) *contents {
	c := m.entries(m.th.State(m.p))
	for c.cleared > cleared {
		c = m.entries(c.before)
	}
	return c
}

// rangeOver calls f for the keys that the map has at the beginning, in the order in which they were stored, unless they have been deleted when their turn
// comes, with the values that they have then, or had when the map was cleared. That is one of the orders that rangeInAnyOrder allows for.
func (m syncMap) rangeOver(f value) {
	if m.th.OrdersMaps() {
		m.rangeInAnyOrder(f)
		return
	}
	c, began := m.entries(m.th.State(m.p)), m.th.KeysSet()
	keys, cleared := c.entries, c.cleared
	if len(keys) > 1 || m.th.HasOthers() { // which may store a key meanwhile
		m.th.NoteOrder()
	}
	for i, e := range keys {
		if i > 0 {
			c = m.walked(cleared)
		}
		m.th.SetEffect(guarded.Acquires(e.Word))
		v, there := c.get(e.Word)
		if there && !m.visit(f, e.K, v, keys[i:]) {
			return
		}
	}
	if m.th.HasNewKey(m.p, began) {
		m.th.NoteOrder()
	}
}

// rangeInAnyOrder calls f for keys as Go 1.26 does, whose map is a tree that is walked in the order of the keys' hashes, without a lock. Each key is read in an
// event of its own. A key that is there from the beginning on is visited unless it is deleted before; one that is stored meanwhile is visited or not, as
// the walk has passed its place or not, and this holds for one that is deleted and stored again, too: the walk may be in a part of the tree that has become empty in between, which
// is no part of it any more. If the map is cleared, the walk continues in the old tree. No key is visited twice. Ranges over the same map may differ here.
func (m syncMap) rangeInAnyOrder(f value) {
	first := m.entries(m.th.State(m.p))
	left := first.entries // the keys that are there since the beginning, and were not visited
	m.th.SetEffect()
	var visited []int64 // or deleted when their turn came
	for {
		c := m.walked(first.cleared)
		left = slices.DeleteFunc(slices.Clone(left), func(e memory.Entry) bool { return !c.has(e) })
		next := slices.DeleteFunc(slices.Clone(c.entries), func(e memory.Entry) bool { return slices.Contains(visited, e.Word) })
		choices := len(next)
		if len(left) == 0 {
			choices++ // the last one is the end
		}
		m.th.SetEffect()
		k := 0
		if choices > 1 {
			k = int(m.th.Choose(choices))
		}
		if k == len(next) {
			return
		}
		e := next[k]
		v, there := m.walked(first.cleared).get(e.Word)
		m.th.SetEffect(guarded.Acquires(e.Word))
		visited = append(visited, e.Word)
		left = slices.DeleteFunc(left, func(other memory.Entry) bool { return other.Word == e.Word })
		if there && !m.visit(f, e.K, v, slices.Concat(left, next)) {
			return
		}
	}
}

// visit calls f, and reports whether the range continues; it may visit the rest then.
func (m syncMap) visit(f, k, v value, rest []memory.Entry) bool {
	for _, e := range rest {
		m.th.Hold(e.K)
	}
	m.th.Hold(v)
	return m.th.Call(closure(f), []value{k, v}).N != 0
}
