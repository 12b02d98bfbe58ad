package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// Value is the value of an expression: a scalar, or the address of an aggregate.
type Value struct {
	R code.Register
	T cc.Type
}

// Convert converts v to type to.
func (b *Emitter) Convert(n cc.Node, v Value, to cc.Type) code.Register {
	if to.Kind() == cc.Void || tree.IsAggregate(to) {
		return v.R
	}
	if to.Kind() == cc.Ptr && v.T.Kind() == cc.Ptr {
		b.typesBlock(n, v.R, tree.Pointee(to))
	}
	if v.T.Kind() == cc.Void {
		source.Refuse(n, "void has no value")
	}
	if tree.IsRecord(v.T) {
		source.Refuse(n, "a %s cannot be converted to %s", v.T, to)
	}
	if to.Kind() == cc.Bool {
		if v.T.Kind() == cc.Bool {
			return v.R
		}
		return b.Unary(code.OpTruth, model.Uint8, b.Truth(v))
	}
	if tree.IsWide(v.T) || tree.IsWide(to) {
		return b.convertWide(n, v, to)
	}
	if tree.IsFloat(v.T) || tree.IsFloat(to) {
		return b.convertFloat(n, v, to)
	}
	from, target := tree.ScalarType(n, v.T), tree.ScalarType(n, to)
	if keeps(from, target) {
		return v.R
	}
	return b.Unary(code.OpConvert, target, v.R)
}

// keeps reports whether the conversion changes nothing in a register.
func keeps(from, to code.Scalar) bool {
	switch {
	case from == to || code.Size(to) == 8:
		return true
	case code.Size(to) > code.Size(from):
		return !code.Signed(from) || code.Signed(to)
	}
	return false
}
