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
	stored  int64   // if ranges have any order: how many keys have been
	cleared int64   // how often the map has been cleared
	before  int64   // the state before the last time
}

// Describe lists their words, and numbers.
func (c *contents) Describe() []int64 {
	if c.stored == 0 && c.cleared == 0 {
		return c.words
	}
	all := append(slices.Clone(c.words), c.stored, c.cleared, c.before)
	for _, e := range c.entries {
		all = append(all, e.Nth)
	}
	return all
}

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

// has reports whether an entry is still there, and its key has not been deleted and stored again.
func (c *contents) has(e memory.Entry) bool {
	i := c.find(e.Word)
	return i >= 0 && c.entries[i].Nth == e.Nth
}

func (c *contents) get(key int64) (v value, there bool) {
	if i := c.find(key); i >= 0 {
		return c.entries[i].V, true
	}
	return value{}, false
}

func (c *contents) clone() *contents {
	next := *c
	next.entries, next.words = slices.Clone(c.entries), slices.Clone(c.words)
	return &next
}

// with returns c with another value for a key.
func (c *contents) with(e memory.Entry, word int64) *contents {
	next := c.clone()
	if i := next.find(e.Word); i >= 0 {
		next.entries[i].V, next.words[2*i+1] = e.V, word
		return next
	}
	if e.Nth != 0 {
		next.stored++
		e.Nth = next.stored
	}
	next.entries, next.words = append(next.entries, e), append(next.words, e.Word, word)
	return next
}

func (c *contents) without(key int64) *contents {
	i := c.find(key)
	if i < 0 {
		return c
	}
	next := c.clone()
	next.entries, next.words = slices.Delete(next.entries, i, i+1), slices.Delete(next.words, 2*i, 2*i+2)
	return next
}

// key returns an entry with that key, for lookups. Its number is 0 if entries have none.
func (m syncMap) key(k value) memory.Entry {
	e := memory.Entry{Word: m.th.Key(anyLayout(m.th), k), K: m.shared(k)}
	if m.th.OrdersMaps() {
		e.Nth = 1
	}
	return e
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

func (m syncMap) clear() {
	m.th.When(m.p, "clear", guarded.Always, func(state int64) int64 {
		c := m.entries(state)
		if len(c.entries) == 0 {
			return state
		}
		return m.th.Gen.Table.Number(&contents{stored: c.stored, cleared: c.cleared + 1, before: state})
	})
	m.th.SetEffect()
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
		"Clear": func(m syncMap, _ []value) value { m.clear(); return value{} },
	}
	all := map[string]native{}
	for name, f := range methods {
		all["(*sync.Map)."+name] = func(th *thread, a []value) value { return f(syncMap{th, mapFor(th, a[0])}, a[1:]) }
	}
	return all
}
