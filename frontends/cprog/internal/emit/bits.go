package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"
)

func (b *Emitter) readBits(p Place) code.Register {
	first, last := p.Unit.Shift/8, (p.Unit.Shift+p.Field.ValueBits()+7)/8
	return b.extract(p, b.loadPart(p, code.Needed(first, last), bitsOf(p)), p.Unit.Shift)
}

// bitsOf names the bits of the bit-field p in the number that contains it.
func bitsOf(p Place) code.Register { return code.BitField(p.Unit.Shift, p.Field.ValueBits()) }

// loadPart returns the number that contains the bit-field p, of which the needed bytes, and bits, must have a value.
func (b *Emitter) loadPart(p Place, needed uint16, bits code.Register) code.Register {
	d := b.Register()
	b.Emit(code.Instruction{Op: code.OpLoad, Sub: needed, T: tree.BitsType(p.Unit), D: d, A: p.R, C: bits})
	return d
}

// extract returns the value of the bit-field p, which begins at bit from of v.
func (b *Emitter) extract(p Place, v code.Register, from int64) code.Register {
	up := b.Constant(64 - from - p.Field.ValueBits())
	down := b.Constant(64 - p.Field.ValueBits())
	shift := code.OpUShr
	if tree.IsSigned(p.T) {
		shift = code.OpShr
	}
	return b.Binary(shift, model.Int64, b.Binary(code.OpShl, model.Int64, v, up), down)
}

func (b *Emitter) writeBits(p Place, v code.Register) {
	t := tree.BitsType(p.Unit)
	mask, shift := int64(1)<<p.Field.ValueBits()-1, p.Unit.Shift
	old := b.Binary(code.OpAnd, t, b.loadPart(p, code.Partly, 0), b.Constant(^(mask << shift)))
	bits := b.Binary(code.OpShl, model.Int64, b.Binary(code.OpAnd, model.Int64, v, b.Constant(mask)), b.Constant(shift))
	b.Emit(code.Instruction{Op: code.OpStore, Sub: code.OfBits, C: bitsOf(p), T: t, A: p.R, B: b.Binary(code.OpOr, t, old, bits)})
}
