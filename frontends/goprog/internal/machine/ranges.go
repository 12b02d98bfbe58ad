package machine

import (
	"slices"

	"dporbench/frontends/goprog/internal/memory"
)

// iterator is the state of a range over a map or a string.
type iterator struct {
	m       value
	entries []memory.Entry // of the map when the range began
	seen    []int64        // with AnyOrder: the words of these, and of keys set since that the range has taken
	text    string
	at      int
	began   int // see growth
}

// HashLocally implements [memory.LocallyHashed].
func (it *iterator) HashLocally(h *memory.LocalHash) {
	h.Value(it.m)
	h.Entries(it.entries)
	h.Text(it.text)
	h.Numbers(int64(it.at))
	h.Numbers(it.seen...)
}

// growth is the maps in which a goroutine has set new keys lately, by the number of the last one. A range finds out by it whether there may be other orders:
// it takes no key that was set while it went on, but might have.
type growth struct {
	keys int
	last [8]grown // the last ones in any order
}

type grown struct {
	o  *object
	at int
}

// note notes that a new key has been set.
func (g *growth) note(o *object) {
	g.keys++
	oldest := 0
	for i := range g.last {
		if memory.Same(g.last[i].o, o) {
			oldest = i
			break
		}
		if g.last[i].at < g.last[oldest].at {
			oldest = i
		}
	}
	g.last[oldest] = grown{o, g.keys}
}

// since reports whether a map has had a new key since there had been so many.
func (g *growth) since(o *object, keys int) bool {
	return slices.ContainsFunc(g.last[:], func(l grown) bool { return l.at > keys && memory.Same(l.o, o) })
}

// RangeMap begins a range over a map.
func (th *Thread) RangeMap(m value) value {
	it := &iterator{m: m, entries: th.Contents(m).Entries(), began: th.growth.keys}
	if th.Gen.Limits.AnyOrder {
		for _, e := range it.entries {
			it.seen = append(it.seen, e.Word)
		}
	}
	return value{R: it}
}

// NextOfMap returns the next entry of a map: whether there is one, its key, and its value. It takes, in the order in which they were set, the keys that were
// there when the range began and are still there.
func (th *Thread) NextOfMap(x, noKey, noValue value) value {
	it := x.R.(*iterator)
	th.Changes()
	if th.Gen.Limits.AnyOrder && th.t != nil {
		return th.anyOfMap(it, noKey, noValue)
	}
	if it.at == 0 && len(it.entries) > 1 && th.t != nil {
		th.Gen.Model.NoteOrder()
	}
	for it.at < len(it.entries) {
		e := it.entries[it.at]
		it.at++
		if v, ok := th.Contents(it.m).Get(e.Word); ok {
			return memory.Tuple(memory.Bool(true), e.K, v)
		}
	}
	if o, ok := it.m.R.(*object); ok && th.t != nil && th.growth.since(o, it.began) {
		th.Gen.Model.NoteOrder()
	}
	return memory.Tuple(value{}, noKey, noValue)
}

// anyOfMap is NextOfMap where any entry may be next, and one that has been set since the range began may be taken or not.
func (th *Thread) anyOfMap(it *iterator, noKey, noValue value) value {
	contents := th.Contents(it.m)
	rest := slices.DeleteFunc(it.entries[it.at:], func(e memory.Entry) bool {
		_, there := contents.Get(e.Word)
		return !there
	})
	it.entries, it.at = rest, 0
	added := slices.DeleteFunc(contents.Entries(), func(e memory.Entry) bool { return slices.Contains(it.seen, e.Word) })
	choices := len(rest) + len(added)
	if len(rest) == 0 {
		choices++ // the range may end
	}
	k := 0
	if choices > 1 {
		k = int(th.Choose(choices))
	}
	switch n := len(rest); {
	case k < n:
		rest[0], rest[k] = rest[k], rest[0]
		it.at = 1
		return taken(contents, rest[0])
	case k-n < len(added):
		e := added[k-n]
		it.seen = append(it.seen, e.Word)
		return taken(contents, e)
	}
	return memory.Tuple(value{}, noKey, noValue)
}

func taken(contents *memory.Mapping, e memory.Entry) value {
	v, _ := contents.Get(e.Word)
	return memory.Tuple(memory.Bool(true), e.K, v)
}
