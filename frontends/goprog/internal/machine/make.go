package machine

import "dporbench/frontends/goprog/internal/memory"

// NewObject returns a pointer to a new object of n cells.
func NewObject(s *memory.Site, n int) value {
	return value{R: &object{Site: s, Cells: make([]value, n)}}
}

// Own returns an object of a site that no other goroutine reaches, always the same.
func (th *Thread) Own(s *memory.Site) value {
	if th.own == nil {
		th.own = map[*memory.Site]value{}
	}
	if _, ok := th.own[s]; !ok {
		th.own[s] = th.NewObject(s, s.Cells())
	}
	return th.own[s]
}

// NewObject is [NewObject], with the moment at which it is made.
func (th *Thread) NewObject(s *memory.Site, n int) value {
	return value{R: &object{Site: s, Cells: make([]value, n), Made: th.made()}}
}

// NewSlice is [NewSlice], with the moment at which it is made.
func (th *Thread) NewSlice(s *memory.Site, elem *layout, length, capacity int64) value {
	v := NewSlice(s, elem, length, capacity)
	v.R.(*memory.Slice).O.Made = th.made()
	return v
}

// NewSlice returns a new slice.
func NewSlice(s *memory.Site, elem *layout, length, capacity int64) value {
	o := &object{Site: s, Cells: make([]value, int(capacity)*elem.N)}
	return value{R: &memory.Slice{O: o, Len: length, Cap: capacity}}
}

// SliceWith returns a new slice with these elements, made at a site with that name.
func (th *Thread) SliceWith(name string, elem *layout, all ...value) value {
	v := th.NewSlice(th.Gen.Site(name, elem, true), elem, int64(len(all)), int64(len(all)))
	for i, e := range all {
		elem.Put(SliceOf(v).O.Cells[i*elem.N:], e)
	}
	return v
}

// MostInOne bounds a string, in bytes, and a slice, in cells. Anything larger could exceed the memory of the process at once,
// before its limit is checked.
const MostInOne = 1 << 24

// Fit refuses to make a slice of that many elements, or a string of that many bytes, if it is too large.
func (th *Thread) Fit(n, cells int64, of string) {
	if n > MostInOne/max(cells, 1) {
		th.Refuse("out of memory: %d %s, more than %d in one object", n, of, MostInOne/max(cells, 1))
	}
}

// SliceOf returns the slice v; a nil one has no elements.
func SliceOf(v value) memory.Slice {
	if s, ok := v.R.(*memory.Slice); ok {
		return *s
	}
	return memory.Slice{}
}

// At returns the address of an existing element of a slice.
func At(s memory.Slice, i int64, elem *layout) value {
	return value{N: s.Off + i*int64(elem.N), R: s.O}
}

// Elements loads the elements of a slice.
func (th *Thread) Elements(v value, elem *layout) []value {
	th.Sound(v)
	s := SliceOf(v)
	vs := make([]value, s.Len)
	for i := range vs {
		vs[i] = th.Load(At(s, int64(i), elem), elem)
	}
	return vs
}

// Bytes loads the elements of a slice of bytes.
func (th *Thread) Bytes(v value) []byte {
	elem := &layout{N: 1}
	bs := make([]byte, 0, SliceOf(v).Len)
	for _, b := range th.Elements(v, elem) {
		bs = append(bs, byte(b.N))
	}
	return bs
}

// StringData returns a pointer to a copy of the bytes of a string, which must not be changed.
func StringData(s *memory.Site, text string) value {
	return value{R: SliceOf(NewBytes(s, []byte(text), len(text))).O}
}

// NewBytes returns a new slice of bytes.
func NewBytes(s *memory.Site, bs []byte, capacity int) value {
	o := &object{Site: s, Cells: make([]value, capacity)}
	for i, b := range bs {
		o.Cells[i].N = int64(b)
	}
	return value{R: &memory.Slice{O: o, Len: int64(len(bs)), Cap: int64(capacity)}}
}
