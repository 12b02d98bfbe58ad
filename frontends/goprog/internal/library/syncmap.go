package library

import (
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// contents are the entries of a sync.Map, as a state, in the order in which they were first stored.
type contents struct {
	entries []memory.Entry
	words   []int64 // of keys and values, in turn
}

// Describe lists their words.
func (c *contents) Describe() []int64 { return c.words }

// syncMap is a sync.Map during a method call.
type syncMap struct {
	th *thread
	p  value
}

func (m syncMap) entries(word int64) *contents {
	if c, ok := m.th.Gen.Table.State(word).(*contents); ok {
		return c
	}
	return &contents{}
}

func (c *contents) find(key int64) int {
	for i := 0; i < len(c.words); i += 2 {
		if c.words[i] == key {
			return i / 2
		}
	}
	return -1
}

func (c *contents) get(key int64) (v value, there bool) {
	if i := c.find(key); i >= 0 {
		return c.entries[i].V, true
	}
	return value{}, false
}

// with returns c with another value for a key.
func (c *contents) with(e memory.Entry, word int64) *contents {
	next := &contents{slices.Clone(c.entries), slices.Clone(c.words)}
	if i := next.find(e.Word); i >= 0 {
		next.entries[i].V, next.words[2*i+1] = e.V, word
		return next
	}
	next.entries, next.words = append(next.entries, e), append(next.words, e.Word, word)
	return next
}

func (c *contents) without(key int64) *contents {
	i := c.find(key)
	if i < 0 {
		return c
	}
	return &contents{slices.Delete(slices.Clone(c.entries), i, i+1), slices.Delete(slices.Clone(c.words), 2*i, 2*i+2)}
}

// key returns an entry with that key, for lookups.
func (m syncMap) key(k value) memory.Entry {
	return memory.Entry{Word: m.th.Key(anyLayout(m.th), k), K: m.shared(k)}
}

func (m syncMap) shared(v value) value {
	_, s := m.th.Encode(v)
	return s
}

// change changes the map in one event, and returns the value that the key had. It writes if the new
// contents differ.
func (m syncMap) change(what string, e memory.Entry, next func(c *contents, at int) *contents) (old value, there bool) {
	number := func(state int64) int64 {
		c := m.entries(state)
		return m.th.Gen.Table.Number(next(c, c.find(e.Word)))
	}
	before := m.th.When(m.p, what, guarded.Always, number)
	ops := []guarded.SyncOp{guarded.Acquires(e.Word)}
	if number(before) != before {
		ops = append(ops, guarded.Releases(e.Word))
	}
	m.th.SetEffect(ops...)
	if c := m.entries(before); c.find(e.Word) < 0 && number(before) != before {
		m.th.NoteKey(m.p)
	}
	return m.entries(before).get(e.Word)
}

func (m syncMap) load(e memory.Entry) (v value, there bool) {
	c := m.entries(m.th.State(m.p))
	m.th.SetEffect(guarded.Acquires(e.Word))
	return c.get(e.Word)
}

func (m syncMap) store(e memory.Entry, v value) (old value, there bool) {
	word, shared := m.th.Encode(v)
	e.V = shared
	return m.change("store to", e, func(c *contents, _ int) *contents { return c.with(e, word) })
}

func (m syncMap) loadOrStore(e memory.Entry, v value) value {
	word, shared := m.th.Encode(v)
	e.V = shared
	old, there := m.change("load or store", e, func(c *contents, at int) *contents {
		if at >= 0 {
			return c
		}
		return c.with(e, word)
	})
	if !there {
		old = shared
	}
	return memory.Tuple(old, memory.Bool(there))
}

func (m syncMap) delete(e memory.Entry) (old value, there bool) {
	return m.change("delete from", e, func(c *contents, _ int) *contents { return c.without(e.Word) })
}

// exchange changes a key that has a certain value.
func (m syncMap) exchange(e memory.Entry, old value, next func(c *contents) *contents) value {
	old = m.shared(old)
	is := func(c *contents, at int) bool {
		if at < 0 {
			return false
		}
		equal, _ := anyLayout(m.th).Equal(c.entries[at].V, old)
		return equal
	}
	done, there := m.change("compare and change", e, func(c *contents, at int) *contents {
		if is(c, at) {
			return next(c)
		}
		return c
	})
	return memory.Bool(there && m.th.Equal(anyLayout(m.th), done, old)) // panics if they cannot be compared
}

// rangeOver calls f for the keys that the map has at the beginning, in the order in which they were stored, unless they have been deleted when their turn
// comes, with the values that they have then. That is one of the orders that rangeInAnyOrder allows for.
func (m syncMap) rangeOver(f value) {
	if m.th.OrdersMaps() {
		m.rangeInAnyOrder(f)
		return
	}
	c, began := m.entries(m.th.State(m.p)), m.th.KeysSet()
	keys := c.entries
	if len(keys) > 1 || m.th.HasOthers() { // which may store a key meanwhile
		m.th.NoteOrder()
	}
	for i, e := range keys {
		if i > 0 {
			c = m.entries(m.th.State(m.p))
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
// the walk has passed its place or not. No key is visited twice, even if it has been deleted and stored again. Ranges over the same map may differ here.
func (m syncMap) rangeInAnyOrder(f value) {
	left := m.entries(m.th.State(m.p)).entries // the keys that are there since the beginning, and were not visited
	m.th.SetEffect()
	var visited []int64 // or deleted when their turn came
	for {
		c := m.entries(m.th.State(m.p))
		left = slices.DeleteFunc(slices.Clone(left), func(e memory.Entry) bool { return c.find(e.Word) < 0 })
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
		v, there := m.load(e)
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

func pair(v value, ok bool) value { return memory.Tuple(v, memory.Bool(ok)) }

// caches are the package-level variables of the standard library that hold nothing but results that can be computed again.
const caches = "variable encoding/json."

// mapFor returns the address of a map. Each goroutine has its own in place of a cache, since it makes no difference whether a result is there.
func mapFor(th *thread, p value) value {
	site := th.Pointer(p).Site
	if !strings.HasPrefix(site.ID, caches) {
		return p
	}
	return th.Own(site)
}

func syncMaps() map[string]native {
	methods := map[string]func(m syncMap, a []value) value{
		"Load":          func(m syncMap, a []value) value { return pair(m.load(m.key(a[0]))) },
		"Store":         func(m syncMap, a []value) value { m.store(m.key(a[0]), a[1]); return value{} },
		"Swap":          func(m syncMap, a []value) value { return pair(m.store(m.key(a[0]), a[1])) },
		"LoadOrStore":   func(m syncMap, a []value) value { return m.loadOrStore(m.key(a[0]), a[1]) },
		"LoadAndDelete": func(m syncMap, a []value) value { return pair(m.delete(m.key(a[0]))) },
		"Delete":        func(m syncMap, a []value) value { m.delete(m.key(a[0])); return value{} },
		"CompareAndSwap": func(m syncMap, a []value) value {
			e := m.key(a[0])
			word, shared := m.th.Encode(a[2])
			e.V = shared
			return m.exchange(e, a[1], func(c *contents) *contents { return c.with(e, word) })
		},
		"CompareAndDelete": func(m syncMap, a []value) value {
			e := m.key(a[0])
			return m.exchange(e, a[1], func(c *contents) *contents { return c.without(e.Word) })
		},
		"Range": func(m syncMap, a []value) value { m.rangeOver(a[0]); return value{} },
		"Clear": func(m syncMap, _ []value) value {
			m.th.When(m.p, "clear", guarded.Always, func(int64) int64 { return 0 })
			m.th.SetEffect()
			return value{}
		},
	}
	all := map[string]native{}
	for name, f := range methods {
		all["(*sync.Map)."+name] = func(th *thread, a []value) value { return f(syncMap{th, mapFor(th, a[0])}, a[1:]) }
	}
	return all
}
