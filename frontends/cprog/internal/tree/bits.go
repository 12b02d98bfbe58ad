package tree

import (
	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// CheckBitFields refuses a struct whose bit-fields the parser lays out differently from compilers for
// x86-64. Those put a bit-field into the rest of the bytes before it, whatever member these belong to, if it
// does not cross a boundary of its own type.
func CheckBitFields(n cc.Node, t cc.Type) {
	s, ok := t.(*cc.StructType)
	if !ok {
		return
	}
	end, align, any := int64(0), int64(1), false // in bits
	for i := range s.NumFields() {
		f := s.FieldByIndex(i)
		if f == nil || f.Type().Size() < 0 {
			continue
		}
		unit := 8 * f.Type().Size()
		own := 8 * int64(f.Type().Align())
		switch {
		case !f.IsBitfield():
			end = roundUp(end, own)
		case f.ValueBits() == 0:
			end = roundUp(end, own)
			continue
		case unit > 0 && end/unit != (end+f.ValueBits()-1)/unit:
			end = roundUp(end, own)
		}
		if f.IsBitfield() {
			any = true
			if f.Name() != "" && 8*f.Offset()+int64(f.OffsetBits()) != end {
				refuseBits(n, s)
			}
			end += f.ValueBits()
			unit = 0
		}
		if f.Name() != "" || !f.IsBitfield() {
			align = max(align, own/8)
		}
		end += unit
	}
	if any && (end+7)/8 <= t.Size() && roundUp((end+7)/8, align) != t.Size() {
		refuseBits(n, s)
	}
}

func refuseBits(n cc.Node, s *cc.StructType) {
	tag := s.Tag()
	source.Refuse(n, "the bit-fields of struct %s share bytes with what is before them or end early, which is not supported: put bit-fields of one type first", tag.SrcStr())
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }
