package emit

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

var floatOperations = map[code.Opcode]code.Opcode{
	code.OpAdd: code.OpFloatAdd, code.OpSub: code.OpFloatSub, code.OpMul: code.OpFloatMul, code.OpDiv: code.OpFloatDiv,
	code.OpEq: code.OpFloatEq, code.OpNe: code.OpFloatNe, code.OpLess: code.OpFloatLess, code.OpLessEq: code.OpFloatLessEq,
}

func precision(t cc.Type) uint16 {
	if t.Kind() == cc.Float {
		return code.Single
	}
	return 0
}

// floatArithmetic computes x op y, both of type t.
func (b *Emitter) floatArithmetic(op code.Opcode, t cc.Type, s code.Scalar, x, y code.Register) Value {
	i := code.Instruction{Op: floatOperations[op], Sub: precision(t), T: s, D: b.Register(), A: x, B: y}
	if compares(op) {
		i.T, t = model.Int32, b.AST.Int
	}
	b.Emit(i)
	return Value{i.D, t}
}

// convertFloat converts v to type to, where at least one of the types is a floating-point type.
func (b *Emitter) convertFloat(n cc.Node, v Value, to cc.Type) code.Register {
	from, target := tree.ScalarType(n, v.T), tree.ScalarType(n, to)
	i := code.Instruction{T: target, A: v.R, D: b.Register()}
	switch {
	case !tree.IsFloat(v.T):
		i.Op, i.Sub = code.OpFromInteger, precision(to)
		if from == model.Uint64 {
			i.N = 1
		}
	case !tree.IsFloat(to):
		i.Op, i.Sub = code.OpToInteger, precision(v.T)
	case v.T.Kind() == to.Kind():
		return v.R
	default:
		i.Op, i.Sub = code.OpFloat, precision(to)
	}
	b.Emit(i)
	return i.D
}

// Truth returns a register that is 0 exactly if v is 0 or -0.0.
func (b *Emitter) Truth(v Value) code.Register {
	switch {
	case tree.IsWide(v.T):
		i := code.Instruction{Op: code.OpLibrary, Sub: uint16(code.LibWide), N: code.WideCode(code.OpTruth, wideKinds[v.T.Kind()], code.WideSigned), D: b.Register(), Args: []code.Register{v.R}}
		b.Emit(i)
		return i.D
	case !tree.IsFloat(v.T):
		return v.R
	}
	return b.Binary(code.OpAnd, model.Uint64, v.R, b.Constant(signBit(v.T)-1))
}

// Negate returns -v for a floating-point number v.
func (b *Emitter) Negate(v Value) Value {
	return Value{b.Binary(code.OpXor, model.Uint64, v.R, b.Constant(signBit(v.T))), v.T}
}

func signBit(t cc.Type) int64 { return 1 << (8*t.Size() - 1) }
