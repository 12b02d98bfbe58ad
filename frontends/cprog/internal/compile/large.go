package compile

import (
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// updates are the operations of the functions whose names begin with fetch_ on numbers of 16 bytes.
var updates = map[string]code.Opcode{"add": code.OpAdd, "sub": code.OpSub, "and": code.OpAnd, "or": code.OpOr, "xor": code.OpXor}

// largeCall compiles an operation on an atomic place that is larger than a register; see [emit.Place.IsLarge].
func (b *builder) largeCall(x *cc.PostfixExpression, operation string, p emit.Place, args []cc.ExpressionNode) (emit.Value, bool) {
	value := func(k int) code.Register { return b.Convert(x, b.expression(args[k]), p.T) }
	operands := map[string]int{"load": 1, "init": 2, "swap": 2, "store": 2, "compare_exchange": 3, "compare_and_swap": 3, "value_compare_and_swap": 3}[operation]
	function := strings.TrimPrefix(operation, "bytes_")
	function, after := strings.CutSuffix(function, "_fetch")
	op, fetches := updates[strings.TrimPrefix(function, "fetch_")]
	if fetches {
		operands = 2
	}
	for _, order := range args[min(max(operands, 1), len(args)):] {
		if v, known := constantOrder(order); known {
			b.NoteOrder(v)
		} else {
			b.scalar(order)
		}
	}
	switch operation {
	case "load":
		return b.ReadLarge(x, p), true
	case "init": // which is not atomic
		p.Atomic = false
		fallthrough
	case "store":
		b.Write(x, p, value(1))
		return emit.Value{R: p.R, T: b.AST.Void}, true
	case "swap":
		return b.SwapLarge(x, p, value(1)), true
	case "compare_exchange":
		expected := b.target(args[1])
		desired := value(2)
		seen, same := b.CompareLarge(x, p, b.Read(x, expected).R, desired)
		end := &emit.Label{}
		b.Jump(code.OpJumpNonzero, same, end)
		b.Write(x, expected, seen.R)
		b.Bind(end)
		return emit.Value{R: same, T: b.AST.Int}, true
	case "compare_and_swap", "value_compare_and_swap":
		old := value(1)
		seen, same := b.CompareLarge(x, p, old, value(2))
		if operation == "value_compare_and_swap" {
			return seen, true
		}
		return emit.Value{R: same, T: b.AST.Int}, true
	}
	if !fetches {
		source.Refuse(x, "this atomic operation on %s is not supported", p.T)
	}
	operand := b.expression(args[1])
	old := b.UpdateLarge(x, p, op, operand)
	if after {
		return emit.Value{R: b.Convert(x, b.Arithmetic(x, op, old, operand), p.T), T: p.T}, true
	}
	return old, true
}
