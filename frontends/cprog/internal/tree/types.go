// Package tree answers questions about the typed tree of a C file without compiling it: how a
// type is stored and laid out, what is atomic, what is constant, what is a variable.
package tree

import (
	"cmp"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// IsAggregate reports whether t is a struct, a union or an array.
func IsAggregate(t cc.Type) bool {
	switch t.Kind() {
	case cc.Struct, cc.Union, cc.Array:
		return true
	}
	return false
}

// IsRecord reports whether t is a struct or a union.
func IsRecord(t cc.Type) bool { return t.Kind() == cc.Struct || t.Kind() == cc.Union }

// ScalarType returns the scalar that stores a value of type t.
func ScalarType(n cc.Node, t cc.Type) code.Scalar {
	switch {
	case t.Kind() == cc.Ptr || t.Kind() == cc.Function || t.Kind() == cc.Array:
		return model.Uint64
	case t.Kind() == cc.Bool:
		return model.Uint8
	case t.Kind() == cc.Float:
		return model.Uint32
	case t.Kind() == cc.Double:
		return model.Uint64
	case cc.IsIntegerType(t):
		if s, ok := code.ScalarOf(t.Size(), IsSigned(t)); ok {
			return s
		}
		source.Refuse(n, "integers of %d bytes are not supported", t.Size())
	}
	source.Refuse(n, "a value of type %s is not supported here", t)
	return 0
}

// IsFloat reports whether t is a supported floating-point type; its values are stored as
// their bits.
func IsFloat(t cc.Type) bool { return t.Kind() == cc.Float || t.Kind() == cc.Double }

// IsWide reports whether t is a type of numbers with 16 bytes, whose values are addresses.
func IsWide(t cc.Type) bool {
	return t.Kind() == cc.Int128 || t.Kind() == cc.UInt128 || t.Kind() == cc.LongDouble
}

// InMemory reports whether the value of a t is an address: of an aggregate, or of a number of 16 bytes.
func InMemory(t cc.Type) bool { return IsAggregate(t) || IsWide(t) }

// IsCopied reports whether an assignment of a t copies memory.
func IsCopied(t cc.Type) bool { return IsRecord(t) || IsWide(t) }

// Usual returns the type of the sum of two numbers.
func Usual(x, y cc.Type) cc.Type {
	for _, k := range []cc.Kind{cc.LongDouble, cc.Double, cc.Float, cc.UInt128, cc.Int128} {
		if wide := IsWide(x) || IsWide(y); wide && x.Kind() == k {
			return x
		} else if wide && y.Kind() == k {
			return y
		}
	}
	return cc.UsualArithmeticConversions(x, y)
}

// Pointee returns the type that a pointer points to, or the element type of an array; nil for anything else.
func Pointee(t cc.Type) cc.Type {
	switch x := t.(type) {
	case *cc.PointerType:
		return x.Elem()
	case *cc.ArrayType:
		return x.Elem()
	}
	return nil
}

// HasLayout reports whether elements of type t may be laid out in a block: it is a complete record, a number or a pointer.
func HasLayout(t cc.Type) bool {
	if t == nil || t.Kind() == cc.Void || t.Kind() == cc.Function || t.Kind() == cc.Array {
		return false
	}
	return t.Size() > 0
}

// NameOf returns a short name for t.
func NameOf(t cc.Type) string {
	if d := t.Typedef(); d != nil && d.Name() != "" {
		return d.Name()
	}
	switch x := t.(type) {
	case *cc.StructType:
		tag := x.Tag()
		return cmp.Or(tag.SrcStr(), "struct")
	case *cc.UnionType:
		tag := x.Tag()
		return cmp.Or(tag.SrcStr(), "union")
	case *cc.PointerType:
		return "pointer"
	}
	return t.Kind().String()
}

// Stride returns the distance between elements of type t: 1 for void and
// functions.
func Stride(n cc.Node, t cc.Type) int64 {
	switch t.Kind() {
	case cc.Void, cc.Function:
		return 1
	}
	if HasRunTimeLength(t) {
		source.Refuse(n, "variable-length arrays are not supported here")
	}
	if t.Size() < 0 || t.IsIncomplete() {
		source.Refuse(n, "the size of %s is not known", t)
	}
	return Size(t)
}
