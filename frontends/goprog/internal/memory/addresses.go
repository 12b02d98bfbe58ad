package memory

import "go/types"

// Objects have addresses: each is as far from others as if it were the only one near, and its cells are as far from its beginning as the compiler lays
// them out.

// maxObject bounds the apparent number of bytes between the addresses of two objects.
const maxObject = 1 << 24

// wordSize is the size of a cell of an object without a type: a map or a channel.
const wordSize = 8

// Address returns the address of a cell of an object: a number that is the same whenever the object is made, and that no cell of
// another object has.
func (t *Table) Address(r *Record, off int64) int64 {
	base := r.Word % (1 << 38) * maxObject
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.addresses == nil {
		t.addresses = map[int64]int64{}
	}
	if other, taken := t.addresses[base]; taken && other != r.Word {
		panic(&Refusal{Problem: "two objects have the same address"})
	}
	t.addresses[base] = r.Word
	return base + r.Obj.Site.distance(off)
}

// At returns a pointer to the cell that has an address, if there is one.
func (t *Table) At(address int64) (p Value, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	base := address - address%maxObject
	word, ok := t.addresses[base]
	if !ok {
		return Value{}, false
	}
	o := t.records[word].Obj
	off, ok := o.Site.cellAtDistance(address - base)
	return Value{N: off, R: o}, ok
}

// distance returns the offset in bytes of a cell.
func (s *Site) distance(off int64) int64 {
	switch {
	case s.Elem == nil || s.Elem.N == 0:
		return off * wordSize
	case s.Array:
		n := int64(s.Elem.N)
		return off/n*SizeOf(s.Elem.Of) + s.Elem.distance(int(off%n))
	}
	return s.Elem.distance(int(off))
}

func (l *Layout) distance(off int) (bytes int64) {
	for l.Agg {
		switch {
		case off >= l.N: // behind it
			return bytes + SizeOf(l.Of)
		case l.Elem != nil:
			bytes += int64(off/l.Elem.N) * SizeOf(l.Elem.Of)
		default:
			bytes += OffsetOf(l.Of.Underlying().(*types.Struct), l.field(off))
		}
		l, off = l.part(off)
	}
	return bytes
}

// cellAtDistance is the inverse of distance; ok is false for bytes within a cell, or between cells.
func (s *Site) cellAtDistance(bytes int64) (off int64, ok bool) {
	if s.Elem == nil || s.Elem.N == 0 {
		return bytes / wordSize, bytes%wordSize == 0
	}
	size := SizeOf(s.Elem.Of)
	if size == 0 || !s.Array && bytes >= size {
		return 0, false
	}
	off, ok = s.Elem.cellAtDistance(bytes % size)
	return bytes/size*int64(s.Elem.N) + off, ok
}

func (l *Layout) cellAtDistance(bytes int64) (off int64, ok bool) {
	for l.Agg {
		if l.Elem != nil {
			size := SizeOf(l.Elem.Of)
			if size == 0 {
				return 0, false
			}
			off += bytes / size * int64(l.Elem.N)
			l, bytes = l.Elem, bytes%size
			continue
		}
		k := l.fieldAtDistance(bytes)
		if k < 0 {
			return 0, false
		}
		off, bytes = off+int64(l.Fields[k]), bytes-OffsetOf(l.Of.Underlying().(*types.Struct), k)
		l = l.Parts[k]
	}
	return off, bytes == 0
}

// fieldAtDistance returns the index of the field with a byte, or -1.
func (l *Layout) fieldAtDistance(bytes int64) int {
	s := l.Of.Underlying().(*types.Struct)
	for k := range s.NumFields() {
		if from := OffsetOf(s, k); s.Field(k).Name() != "_" && bytes >= from && bytes < from+SizeOf(s.Field(k).Type()) {
			return k
		}
	}
	return -1
}
