package compile

import (
	"fmt"
	"strings"

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

// A local variable with a mutex or another object of the library has no value without an initialiser, and a use of it is a failure. Objects hold
// no numbers here before they are initialised, so the compiler finds such variables: all that the function does with them is to
// use the objects. A variable whose address goes elsewhere may be initialised there.

// objectUses are the functions that use an object that their first argument points to, and the second one of a wait at a condition.
var objectUses = wordSet(`
	pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_clocklock pthread_mutex_unlock pthread_mutex_destroy
	pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy
	pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_timedrdlock
	pthread_rwlock_timedwrlock pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock pthread_rwlock_unlock pthread_rwlock_destroy
	sem_wait sem_trywait sem_timedwait sem_clockwait sem_post sem_getvalue sem_destroy
	pthread_barrier_wait pthread_barrier_destroy pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_spin_destroy`)

func wordSet(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(text) {
		all[w] = true
	}
	return all
}

// objectsOf returns the arguments of a call that point to objects that it uses.
func objectsOf(name string, args []cc.ExpressionNode) []cc.ExpressionNode {
	switch {
	case !objectUses[name] || len(args) == 0:
		return nil
	case strings.HasPrefix(name, "pthread_cond_") && strings.HasSuffix(name, "wait") && len(args) > 1:
		return args[:2]
	}
	return args[:1]
}

// checkMade fails where a call uses an object of a local variable that has no value.
func (b *builder) checkMade(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) {
	for _, arg := range objectsOf(name, args) {
		if d := tree.PointedInto(arg); d != nil && b.unmade[d] {
			b.library(x, code.LibFail, b.message(fmt.Sprintf("use of %s, which is not initialised", d.Name())))
		}
	}
}

// declareUnmade notes that d, declared without a value, has none where the function being compiled uses its objects, if that is all it does with d.
func (b *builder) declareUnmade(d *cc.Declarator) {
	if b.body == nil || !tree.HasObject(d.Type()) {
		return
	}
	if b.elsewhere == nil {
		b.elsewhere = map[*cc.Declarator]bool{}
		tree.Walk(b.body, b.noteUses)
	}
	if !b.elsewhere[d] {
		if b.unmade == nil {
			b.unmade = map[*cc.Declarator]bool{}
		}
		b.unmade[d] = true
	}
}

// noteUses notes the variables that a node uses otherwise than by functions that use objects. It reports whether the walk enters the node.
func (b *builder) noteUses(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
			b.elsewhere[d] = true
		}
	case *cc.PostfixExpression:
		if x.Case != cc.PostfixExpressionCall {
			return true
		}
		name, _ := tree.Callee(x.PostfixExpression)
		args := tree.Arguments(x)
		objects := objectsOf(name, args)
		if name == "" || len(objects) == 0 {
			return true
		}
		for k, arg := range args {
			if k >= len(objects) || tree.PointedInto(arg) == nil {
				tree.Walk(arg, b.noteUses)
			}
		}
		return false
	}
	return true
}
