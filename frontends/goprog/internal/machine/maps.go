package machine

import (
	"slices"
	"unicode/utf8"

	"dporbench/frontends/goprog/internal/memory"
)

// A map is one cell that holds its contents: looking up a key loads it, and setting one loads and stores
// it. Data races of maps concern that cell, too.

// MakeMap makes a map.
func (th *Thread) MakeMap(s *memory.Site) value {
	return value{R: &object{Site: s, Cells: make([]value, 1), Made: th.made()}}
}

// CloneMap makes a map with the contents of m.
func (th *Thread) CloneMap(s *memory.Site, m value) value {
	return value{R: &object{Site: s, Cells: []value{{R: th.Contents(m).Clone()}}}}
}

// Contents returns the contents of a map, which must not be changed.
func (th *Thread) Contents(m value) *memory.Mapping {
	o, _ := m.R.(*object)
	if o == nil {
		th.Sound(m)
		return nil
	}
	v := o.Cells
	if o.Shared == nil {
		c, _ := v[0].R.(*memory.Mapping)
		return c
	}
	c, _ := th.loadCell(o.Shared, 0, memory.Reference, PlainRead).R.(*memory.Mapping)
	return c
}

// change changes the contents of a map.
func (th *Thread) change(m value, change func(*memory.Mapping)) {
	o, _ := m.R.(*object)
	if o == nil {
		th.Sound(m)
		th.Panic("assignment to entry in nil map")
	}
	if o.Shared == nil {
		th.changesSince(o.Made)
		c, _ := o.Cells[0].R.(*memory.Mapping)
		if c == nil {
			c = &memory.Mapping{}
			o.Cells[0] = value{R: c}
		}
		c.Numbered = th.Gen.Limits.AnyOrder
		change(c)
		return
	}
	th.write(o.Shared, 0)
	c := th.Contents(m).Clone()
	c.Numbered = th.Gen.Limits.AnyOrder
	change(c)
	th.storeCell(o.Shared, 0, value{R: c}, PlainWrite)
}

// Key returns the word of a key.
func (th *Thread) Key(l *layout, k value) int64 {
	th.Sound(k)
	k, unhashable, nan := l.Key(k)
	switch {
	case unhashable != nil:
		th.Panic("runtime error: hash of unhashable type %s", unhashable)
	case nan:
		th.Refuse("NaN as the key of a map is not supported")
	}
	word, _ := th.Encode(k)
	return word
}

// SetKey sets the value of a key.
func (th *Thread) SetKey(m value, l *layout, k, v value) {
	word := th.Key(l, k)
	isNew := false
	th.change(m, func(c *memory.Mapping) { isNew = c.Set(word, k, v) })
	if isNew {
		th.growth.note(m.R.(*object))
	}
}

// DeleteKey removes a key.
func (th *Thread) DeleteKey(m value, l *layout, k value) {
	word := th.Key(l, k)
	if m.R == nil {
		return
	}
	th.change(m, func(c *memory.Mapping) { c.Delete(word) })
}

// ClearMap removes all keys.
func (th *Thread) ClearMap(m value) {
	if m.R != nil {
		th.change(m, (*memory.Mapping).Clear)
	}
}

// RangeString begins a range over a string.
func RangeString(s string) value { return value{R: &iterator{text: s}} }

// NextOfString returns the next rune of a string: whether there is one, its position, and the rune.
func (th *Thread) NextOfString(x value) value {
	it := x.R.(*iterator)
	th.Changes()
	if it.at == len(it.text) {
		return memory.Tuple(value{}, value{}, value{})
	}
	at := it.at
	r, n := utf8.DecodeRuneInString(it.text[at:])
	it.at += n
	return memory.Tuple(memory.Bool(true), value{N: int64(at)}, value{N: int64(r)})
}

// iterator is the state of a range over a map or a string.
type iterator struct {
	m       value
	entries []memory.Entry // of the map when the range began
	seen    []int64        // with AnyOrder: the words and numbers of these, and of keys set since that the range has taken
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
			it.seen = append(it.seen, e.Word, e.Nth)
		}
	}
	return value{R: it}
}

// maySee reports whether a range that has not seen an entry may take it: one that has been set since. A key that is set again and again is taken twice, so that
// the range ends.
func (it *iterator) maySee(e memory.Entry) bool {
	times := 0
	for i := 0; i < len(it.seen); i += 2 {
		if it.seen[i] == e.Word {
			if times++; it.seen[i+1] == e.Nth {
				return false
			}
		}
	}
	return times < 2
}

// NextOfMap returns the next entry of a map: whether there is one, its key, and its value. It takes, in the order in which they were set, the keys that were
// there when the range began and are still there.
func (th *Thread) NextOfMap(x, noKey, noValue value) value {
	it := x.R.(*iterator)
	th.Changes()
	if th.Gen.Limits.AnyOrder && th.t != nil {
		return th.anyOfMap(it, noKey, noValue)
	}
	if len(it.entries) == 0 {
		return memory.Tuple(value{}, noKey, noValue) // its beginning is its end
	}
	if it.at == 0 && len(it.entries) > 1 {
		th.NoteOrder()
	}
	contents := th.Contents(it.m) // at the end, too
	for it.at < len(it.entries) {
		e := it.entries[it.at]
		it.at++
		if v, ok := contents.Get(e.Word); ok {
			return memory.Tuple(memory.Bool(true), e.K, v)
		}
	}
	if o := it.m.R.(*object); th.growth.since(o, it.began) || o.Shared != nil && it.hasMissed(contents) {
		th.NoteOrder()
	}
	return memory.Tuple(value{}, noKey, noValue)
}

// hasMissed reports whether a map has a key at the end of the range that it did not have at the beginning: another goroutine has set it.
func (it *iterator) hasMissed(contents *memory.Mapping) bool {
	return slices.ContainsFunc(contents.Entries(), func(e memory.Entry) bool {
		return !slices.ContainsFunc(it.entries, func(old memory.Entry) bool { return old.Word == e.Word })
	})
}

// anyOfMap is NextOfMap where any entry may be next, and one that has been set since the range began may be taken or not, even if its key has been taken before it
// was deleted.
func (th *Thread) anyOfMap(it *iterator, noKey, noValue value) value {
	contents := th.Contents(it.m)
	rest := slices.DeleteFunc(it.entries[it.at:], func(e memory.Entry) bool {
		return !contents.Has(e)
	})
	it.entries, it.at = rest, 0
	added := slices.DeleteFunc(contents.Entries(), func(e memory.Entry) bool { return !it.maySee(e) })
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
		it.seen = append(it.seen, e.Word, e.Nth)
		return taken(contents, e)
	}
	return memory.Tuple(value{}, noKey, noValue)
}

func taken(contents *memory.Mapping, e memory.Entry) value {
	v, _ := contents.Get(e.Word)
	return memory.Tuple(memory.Bool(true), e.K, v)
}

// OrdersMaps reports whether a range over a map may take any entry next.
func (th *Thread) OrdersMaps() bool { return th.Gen.Limits.AnyOrder && th.t != nil }

// NoteOrder records that one of several orders of a map was followed.
func (th *Thread) NoteOrder() {
	if th.t != nil {
		th.Gen.Model.NoteOrder()
	}
}

// HasOthers reports whether there are, or have been, other goroutines.
func (th *Thread) HasOthers() bool { return th.t != nil && (th.spawned > 0 || !th.IsMain()) }

// NoteKey notes that the goroutine has set a new key of a map that a native implements. KeysSet returns how many it has set in all maps, and HasNewKey
// reports whether it has lately set one of a map since there were so many.
func (th *Thread) NoteKey(m value) { th.growth.note(m.R.(*object)) }

func (th *Thread) KeysSet() int { return th.growth.keys }

func (th *Thread) HasNewKey(m value, since int) bool {
	return th.growth.since(m.R.(*object), since)
}
