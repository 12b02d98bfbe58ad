package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// The length of an array may be known only where its type is declared. It is computed there, and kept in a register.

// Times returns r times the size of t.
func (b *Emitter) Times(n cc.Node, r code.Register, t cc.Type) code.Register {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok || !tree.HasRunTimeLength(t) {
			return b.Scale(r, tree.Stride(n, t))
		}
		if length, known := tree.FixedLength(a); known {
			r = b.Scale(r, length)
		} else {
			r = b.Binary(code.OpMul, model.Int64, r, b.LengthOf(n, a))
		}
		t = a.Elem()
	}
}
