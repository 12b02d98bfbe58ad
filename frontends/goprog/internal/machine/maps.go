package machine

import (
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
		change(c)
		return
	}
	th.write(o.Shared, 0)
	c := th.Contents(m).Clone()
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
		th.change(m, func(c *memory.Mapping) { *c = memory.Mapping{} })
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
