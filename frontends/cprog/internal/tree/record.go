package tree

import (
	"reflect"

	"modernc.org/cc/v4"
)

// Records are laid out as in the System V ABI for x86-64, with the attributes packed and aligned and #pragma pack of GNU C. The
// parser disregards some of that, so sizes, alignments and offsets come from here.

// Record is the layout of a struct or a union.
type Record struct {
	Size   int64
	Align  int
	places []place // of the fields, by index
}

// place is where a field lies: at a bit of the record, and for a bit-field, in which number.
type place struct {
	bit  int64
	unit Unit
}

// Unit is the number that contains a bit-field: T is its type, at an offset in the record, and the bit-field begins at bit Shift.
type Unit struct {
	Offset, Shift int64
	Bytes         int64 // 1, 2, 4 or 8; 0 if the bit-field is in no number of its own
}

type fields interface {
	cc.Type
	LexicalScope() *cc.Scope
	NumFields() int
	FieldByIndex(int) *cc.Field
}

// RecordOf returns the layout of t, which must be a struct or a union that is complete.
func RecordOf(t cc.Type) Record {
	f, ok := t.(fields)
	if !ok {
		return Record{Size: t.Size(), Align: t.Align()}
	}
	all := layoutsOf(f)
	r, known := all[f]
	if !known {
		r = newRecord(f)
		if !f.IsIncomplete() {
			all[f] = r
		}
	}
	return r
}

func newRecord(f fields) Record {
	l := layout{union: f.Kind() == cc.Union, Record: Record{Align: 1}}
	l.packed, l.most, l.Align = asked(f)
	for k := range f.NumFields() {
		l.add(f.FieldByIndex(k))
	}
	l.Align = max(l.Align, ownInt(f, "defAlign"))
	l.Size = roundUp((l.size+7)/8, int64(l.Align))
	l.gather(f)
	return l.Record
}

// layout is a record while its fields are added.
type layout struct {
	Record
	packed, union bool
	most          int   // the largest alignment of a member, from #pragma pack; 0 for any
	end, size     int64 // in bits
}

func (l *layout) add(f *cc.Field) {
	t := f.Type()
	natural := Align(t)
	align := natural
	if l.packed {
		align = 1
	}
	align = max(align, ownInt(f, "align"))
	if l.most > 0 {
		align = min(align, l.most)
	}
	bits := 8 * Size(t)
	if f.IsFlexibleArrayMember() || bits < 0 {
		bits = 0
	}
	unit := int64(8 * align)
	if l.union {
		l.end = 0
	}
	at := l.end
	switch {
	case !f.IsBitfield():
		at = roundUp(l.end, unit)
		l.end = at + bits
	case f.ValueBits() == 0:
		l.end = roundUp(l.end, int64(8*natural))
		at = l.end
	default:
		if requested := int64(ownInt(f, "align")); requested > 0 {
			at = roundUp(l.end, 8*requested)
		} else if !l.packed && l.most == 0 && spans(l.end, f.ValueBits(), unit) > bits/unit {
			at = roundUp(l.end, unit)
		}
		l.end = at + f.ValueBits()
	}
	l.places = append(l.places, place{bit: at})
	if !f.IsBitfield() || f.Name() != "" {
		l.Align = max(l.Align, align)
	}
	l.size = max(l.size, l.end)
}

// spans returns how many units of an alignment the bits from at on extend over.
func spans(at, bits, unit int64) int64 { return (at%unit + bits + unit - 1) / unit }

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// gather finds the numbers that contain the bit-fields: each run of them is in the smallest number that covers it, if that number
// covers no other member. A run extends over bit-fields that share bytes and, if possible, over others that the parser joins.
func (l *layout) gather(f fields) {
	for from := 0; from < f.NumFields(); from++ {
		if !isBits(f.FieldByIndex(from)) {
			continue
		}
		to, u := l.run(f, from, true)
		if u.Bytes == 0 {
			to, u = l.run(f, from, false)
		}
		for k := from; k < to; k++ {
			u.Shift = l.places[k].bit - 8*u.Offset
			l.places[k].unit = u
		}
		from = to - 1
	}
}

// run returns the end of the run of bit-fields that begins with a field, and the number that contains them.
func (l *layout) run(f fields, from int, join bool) (to int, u Unit) {
	first, last := l.bytes(f, from)
	for to = from + 1; to < f.NumFields() && isBits(f.FieldByIndex(to)) && !l.union; to++ {
		begin, end := l.bytes(f, to)
		if begin >= last && !(join && l.together(f, from, to)) {
			break
		}
		last = max(last, end)
	}
	for u = (Unit{Offset: first, Bytes: 1}); u.Bytes < last-first; {
		u.Bytes *= 2
	}
	if u.Bytes > 8 || first+u.Bytes > l.Size || l.covers(f, from, to, first, first+u.Bytes) {
		u.Bytes = 0
	}
	return to, u
}

// together reports whether the parser puts these two bit-fields into one number, too. Bit-fields that share no byte are kept
// in one number where the parser does so.
func (l *layout) together(f fields, x, y int) bool {
	a, b := f.FieldByIndex(x), f.FieldByIndex(y)
	return a.Offset() == b.Offset() && a.AccessBytes() == b.AccessBytes() && 8*a.Offset()+int64(a.OffsetBits()) == l.places[x].bit
}

func isBits(f *cc.Field) bool { return f.IsBitfield() && f.ValueBits() > 0 }

// bytes returns the bytes that field k covers.
func (l *layout) bytes(f fields, k int) (from, to int64) {
	at, of := l.places[k].bit, f.FieldByIndex(k)
	if of.IsBitfield() {
		return at / 8, (at + of.ValueBits() + 7) / 8
	}
	return at / 8, at/8 + max(Size(of.Type()), 0)
}

// covers reports whether a field other than from to to-1 is in the bytes between first and last.
func (l *layout) covers(f fields, from, to int, first, last int64) bool {
	for k := range f.NumFields() {
		if l.union || k >= from && k < to || f.FieldByIndex(k).IsBitfield() && f.FieldByIndex(k).ValueBits() == 0 {
			continue
		}
		if begin, end := l.bytes(f, k); begin < last && end > first {
			return true
		}
	}
	return false
}

// Offset returns the offset of field f of the record t. That of a member of an anonymous record includes the record's.
func Offset(t cc.Type, f *cc.Field) (offset int64, ok bool) {
	own, offset, ok := find(t, f)
	if ok && !f.IsBitfield() {
		offset += own.bit / 8
	}
	return offset, ok
}

// UnitOf returns the number of the record t that contains the bit-field f; ok is false if there is none.
func UnitOf(t cc.Type, f *cc.Field) (u Unit, ok bool) {
	own, offset, ok := find(t, f)
	u = own.unit
	u.Offset += offset
	return u, ok && u.Bytes > 0
}

// find returns the place of f in the record that directly contains it, and the offset of that in t.
func find(t cc.Type, f *cc.Field) (at place, offset int64, ok bool) {
	all, isRecord := t.(fields)
	if !isRecord {
		return at, 0, false
	}
	r := RecordOf(t)
	for k := range all.NumFields() {
		switch g := all.FieldByIndex(k); {
		case same(f, g):
			return r.places[k], 0, true
		case g.Name() == "" && IsRecord(g.Type()):
			if at, offset, ok = find(g.Type(), f); ok {
				return at, offset + r.places[k].bit/8, true
			}
		}
	}
	return at, 0, false
}

// same reports whether two fields are the same one, or copies of it in a type and its variant with other qualifiers.
func same(f, g *cc.Field) bool {
	return f == g || f.Name() != "" && f.Declarator() != nil && f.Declarator() == g.Declarator()
}

// Size returns the size of t in bytes, or a negative number if it has none.
func Size(t cc.Type) int64 {
	switch x := t.(type) {
	case *cc.ArrayType:
		if x.Size() >= 0 && !x.IsVLA() && x.Len() >= 0 {
			return x.Len() * Size(x.Elem())
		}
	case fields:
		if !x.IsIncomplete() {
			return RecordOf(x).Size
		}
	}
	return t.Size()
}

// Align returns the alignment of t in bytes.
func Align(t cc.Type) int {
	switch x := t.(type) {
	case *cc.ArrayType:
		return max(Align(x.Elem()), requested(t))
	case fields:
		if !x.IsIncomplete() {
			return max(RecordOf(x).Align, requested(t))
		}
	}
	return t.Align()
}

// AlignOf returns the alignment of e, which may be larger than its type's where e is a variable or a member.
func AlignOf(e cc.ExpressionNode, c *cc.AST) int {
	t := TypeOf(e, c)
	if t == nil {
		return 1
	}
	align := max(Align(t), requested(t))
	if x, ok := Inner(e).(*cc.PostfixExpression); ok && x.Field() != nil {
		align = max(align, ownInt(x.Field(), "align"))
	}
	return align
}

// Alignment returns the alignment of the variable that d declares.
func Alignment(d *cc.Declarator) int {
	return max(Align(d.Type()), requested(d.Type()), d.Alignas())
}

func requested(t cc.Type) int {
	if a := t.Attributes(); a != nil {
		return int(a.Aligned())
	}
	return 0
}

// ownInt returns a number that the parser keeps and does not publish: the alignment requested for a member or a record.
func ownInt(of any, name string) int {
	if v := reflect.ValueOf(of).Elem().FieldByName(name); v.IsValid() {
		return int(v.Int())
	}
	return 0
}

// Relocate returns where the byte lies that is, in the parser's layout of t, at an offset: in f, if that is a bit-field.
func Relocate(t cc.Type, at int64, f *cc.Field) (offset int64, u Unit, ok bool) {
	switch x := t.(type) {
	case *cc.ArrayType:
		n := x.Elem().Size()
		if n <= 0 {
			return at, u, true
		}
		offset, u, ok = Relocate(x.Elem(), at%n, f)
		return offset + at/n*Size(x.Elem()), u, ok
	case fields:
		return relocateMember(x, at, f)
	}
	return at, u, f == nil
}

func relocateMember(t fields, at int64, f *cc.Field) (offset int64, u Unit, ok bool) {
	r := RecordOf(t)
	for k := range t.NumFields() {
		g := t.FieldByIndex(k)
		if f != nil && same(f, g) {
			return 0, r.places[k].unit, r.places[k].unit.Bytes > 0
		}
		if from := g.Offset(); g.IsBitfield() || at < from || at >= from+max(g.Type().Size(), 1) && !g.IsFlexibleArrayMember() {
			continue
		}
		if inner, unit, ok := Relocate(g.Type(), at-g.Offset(), f); ok {
			return inner + r.places[k].bit/8, unit, true
		}
	}
	return at, u, false
}
