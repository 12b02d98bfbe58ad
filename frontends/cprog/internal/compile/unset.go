package compile

import (
	"fmt"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// A local variable declared without a value has none, as in C: its register is undefined, which is checked
// wherever it may be read.

// variable returns a register for d, which has no value before its declaration, as where a jump leads past that.
func (b *builder) variable(d *cc.Declarator) code.Register {
	r := b.Register()
	b.F.Registers[r] = code.Undefined
	b.atFirst[r] = d
	return r
}

// declareUnset notes that d is declared without a value.
func (b *builder) declareUnset(d *cc.Declarator) {
	switch h := b.places[d]; {
	case h.kind == inRegister:
		b.unset[b.Emit(code.Instruction{Op: code.OpConst, Sub: code.Unset, D: h.r, N: code.Undefined})] = d
	case h.kind == inPrivate && len(b.F.Loops) > 0: // it may have one from before
		b.F.Forgets = append(b.F.Forgets, code.Moved(tree.Numbers(d, d.Type()), h.offset))
		b.Emit(code.Instruction{Op: code.OpForget, N: int64(len(b.F.Forgets) - 1)})
	}
}

// doubt notes that d may be read before it has a value.
func (b *builder) doubt(d *cc.Declarator) {
	if d != nil && !b.Doubtful[d] {
		b.Doubtful[d], b.Found = true, true
	}
}

// mustBeSet fails if p, a variable in a register, has no value or, if there is a range for arbitrary numbers, gives
// it a value from that.
func (b *builder) mustBeSet(n cc.Node, p emit.Place) {
	if !b.Doubtful[p.Local] {
		return
	}
	b.Mark(n)
	set := &emit.Label{}
	b.Jump(code.OpJumpZero, b.Binary(code.OpEq, model.Int32, p.R, b.Constant(code.Undefined)), set)
	if values := b.options.Nondet; values.given() && cc.IsIntegerType(p.T) {
		b.Move(p.R, b.choose(n, values, p.T))
	} else {
		b.library(n, code.LibFail, b.message(fmt.Sprintf("use of %s, which has no value", p.Local.Name())))
	}
	b.Bind(set)
}

// choose returns any of the values, as a t.
func (b *builder) choose(n cc.Node, values Range, t cc.Type) code.Register {
	d := b.library(n, code.LibChoose, 0, b.Constant(values.To-values.From+1))
	return b.Convert(n, emit.Value{R: b.Plus(d, values.From), T: b.AST.Long}, t)
}

// given reports whether r is a range to choose from.
func (r Range) given() bool { return r != Range{} && r.To >= r.From && r.To-r.From < model.MaxChoices }
