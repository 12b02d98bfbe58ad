package compile

import (
	"slices"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

func (b *builder) iteration(x *cc.IterationStatement) {
	defer b.beginBlock()() // for the declaration of a for
	around := b.enter()
	defer b.leave(around)
	var condition, step cc.ExpressionNode
	switch x.Case {
	case cc.IterationStatementFor:
		if x.ExpressionList != nil {
			b.expression(x.ExpressionList)
		}
		condition, step = x.ExpressionList2, x.ExpressionList3
	case cc.IterationStatementForDecl:
		b.declaration(x.Declaration)
		condition, step = x.ExpressionList, x.ExpressionList2
	default:
		condition = x.ExpressionList
	}
	head, next, end := &emit.Label{}, &emit.Label{}, &emit.Label{}
	b.breaks, b.continues = append(b.breaks, end), append(b.continues, next)
	b.outside, b.again = append(b.outside, b.enter()), append(b.again, b.enter())
	loop := b.EnterLoop()
	b.Bind(head)
	b.Iterate(loop)
	if condition != nil && x.Case != cc.IterationStatementDo {
		b.test(condition, end, false)
	}
	outer := b.repeated
	b.repeated = onlyCall(x.Statement)
	b.statement(x.Statement)
	b.repeated = outer
	b.Bind(next)
	b.inBlock()
	if step != nil {
		b.expression(step)
	}
	if x.Case == cc.IterationStatementDo && condition != nil {
		b.test(condition, head, true)
	} else {
		b.Jump(code.OpJump, 0, head)
	}
	b.Bind(end)
	b.inBlock()
	b.breaks, b.continues = b.breaks[:len(b.breaks)-1], b.continues[:len(b.continues)-1]
	b.outside, b.again = b.outside[:len(b.outside)-1], b.again[:len(b.again)-1]
}

// test compiles the condition of a loop.
func (b *builder) test(condition cc.ExpressionNode, to *emit.Label, on bool) {
	b.inTest = strings.HasPrefix(strings.TrimSpace(cc.NodeSource(condition)), "!")
	b.branch(condition, to, on)
	b.inTest = false
}

// onlyCall returns the call that is all of a statement, or nil.
func onlyCall(s *cc.Statement) cc.Node {
	if s.Case == cc.StatementCompound {
		l := s.CompoundStatement.BlockItemList
		if l == nil || l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt {
			return nil
		}
		s = l.BlockItem.Statement
	}
	if s.Case != cc.StatementExpr || s.ExpressionStatement.ExpressionList == nil {
		return nil
	}
	return tree.Inner(s.ExpressionStatement.ExpressionList)
}

func (b *builder) compound(s *cc.CompoundStatement) {
	defer b.beginBlock()()
	defer b.leave(b.enter())
	for l := s.BlockItemList; l != nil; l = l.BlockItemList {
		b.item(l.BlockItem)
	}
}

func (b *builder) item(i *cc.BlockItem) {
	switch i.Case {
	case cc.BlockItemDecl:
		b.stop(i.Declaration)
		b.declaration(i.Declaration)
	case cc.BlockItemStmt:
		b.statement(i.Statement)
	case cc.BlockItemLabel:
	default:
		source.Refuse(i, "functions inside functions are not supported")
	}
}

func (b *builder) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationDecl:
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			b.local(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
			b.noteCleanup(d, l.InitDeclarator)
		}
	case cc.DeclarationAuto:
		b.local(d.Declarator, d.Initializer)
	}
}

func (b *builder) local(d *cc.Declarator, init *cc.Initializer) {
	switch {
	case d.IsTypename():
		b.measure(d.Type())
		return
	case !tree.IsVariable(d), tree.IsFunctionName(d):
		return
	case d.IsExtern():
		b.declare(d, nil)
		return
	case d.IsStatic() || d.IsThreadLocal():
		b.static(b.F.Name, d, init)
		return
	}
	b.settle(d)
	if init == nil {
		b.declareUnset(d)
		b.declareUnmade(d)
	} else {
		b.Mark(d)
		b.initialise(b.variablePlace(d, d), init)
	}
}

// settle gives a local variable its home.
func (b *builder) settle(d *cc.Declarator) {
	t := d.Type()
	b.measure(t)
	if !tree.InMemory(t) {
		tree.ScalarType(d, t)
	}
	h := home{kind: inRegister}
	switch a, _ := t.(*cc.ArrayType); {
	case a != nil && tree.HasRunTimeLength(a):
		h = home{kind: inHeap, r: b.allocate(d, a)}
	case b.Shared[d]:
		h = home{kind: inStack, offset: b.ReserveShared(tree.Stride(d, t), tree.Alignment(d))}
		for _, leaf := range b.Program.Layouts[b.LayoutOf(d, t)] {
			leaf.Offset, leaf.Name = leaf.Offset+h.offset, d.Name()+leaf.Name
			b.F.Frame = append(b.F.Frame, leaf)
		}
		b.inside(h.offset, tree.Stride(d, t))
	case tree.InMemory(t):
		h = home{kind: inPrivate, offset: b.ReservePrivate(tree.Stride(d, t), tree.Alignment(d))}
		b.F.Unset = append(b.F.Unset, code.Moved(tree.Numbers(d, t), h.offset)...)
	default:
		h.r = b.variable(d)
	}
	b.places[d] = h
}

// allocate takes memory for an array whose length is known only now. It is never freed.
func (b *builder) allocate(n cc.Node, a *cc.ArrayType) code.Register {
	bytes := b.Times(n, b.Constant(1), a)
	b.Program.Uses[code.LibMalloc] = true
	return b.library(n, code.LibMalloc, code.Automatic, bytes)
}

// statementExpression compiles ({ ... }). Its value is the value of its last expression, and may lie in one of its
// variables, so these count as variables of the enclosing block.
func (b *builder) statementExpression(x *cc.PrimaryExpression) (v emit.Value) {
	outer := b.enter()
	defer func() {
		if int(outer) < len(b.cleanups) && v.R != code.NoRegister {
			v.R = b.Copy(v.R)
		}
		b.leave(outer)
	}()
	for l := x.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItemList == nil && l.BlockItem.Case == cc.BlockItemStmt && l.BlockItem.Statement.Case == cc.StatementExpr {
			if e := l.BlockItem.Statement.ExpressionStatement.ExpressionList; e != nil {
				return b.expression(e)
			}
		}
		b.item(l.BlockItem)
	}
	return emit.Value{R: b.Constant(0), T: b.AST.Void}
}

func (b *builder) statement(s *cc.Statement) {
	b.Mark(s)
	if s.Case != cc.StatementCompound {
		b.stop(s)
	}
	switch s.Case {
	case cc.StatementCompound:
		b.compound(s.CompoundStatement)
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			b.unused = tree.Inner(e)
			b.expression(e)
		}
	case cc.StatementSelection:
		if x := s.SelectionStatement; x.Case == cc.SelectionStatementSwitch {
			b.switchStatement(x)
		} else {
			b.ifStatement(x)
		}
	case cc.StatementIteration:
		b.iteration(s.IterationStatement)
	case cc.StatementJump:
		b.jumpStatement(s.JumpStatement)
	case cc.StatementLabeled:
		b.labeled(s.LabeledStatement)
	case cc.StatementAsm:
		b.assembly(s.AsmStatement)
	}
}

// stop emits an event before a statement or declaration that begins at one of the requested lines.
func (b *builder) stop(n cc.Node) {
	if slices.Contains(b.options.Stops, source.PositionOf(n)) {
		b.choose(n, Range{}, b.AST.Int)
	}
}

func (b *builder) ifStatement(x *cc.SelectionStatement) {
	no, end := &emit.Label{}, &emit.Label{}
	b.branch(x.ExpressionList, no, false)
	b.statement(x.Statement)
	if x.Case == cc.SelectionStatementIf {
		b.Bind(no)
		return
	}
	b.Jump(code.OpJump, 0, end)
	b.Bind(no)
	b.statement(x.Statement2)
	b.Bind(end)
}

func (b *builder) switchStatement(x *cc.SelectionStatement) {
	v := b.scalar(x.ExpressionList)
	t := cc.IntegerPromotion(v.T)
	v = emit.Value{R: b.Convert(x, v, t), T: t}
	end := &emit.Label{}
	otherwise := end
	for _, s := range x.LabeledStatements() {
		if s.Case == cc.LabeledStatementLabel {
			continue // only a goto jumps there
		}
		l := &emit.Label{}
		b.cases[s] = l
		switch s.Case {
		case cc.LabeledStatementCaseLabel:
			b.Jump(code.OpJumpNonzero, b.Arithmetic(s, code.OpEq, v, b.caseValue(s.ConstantExpression, t)).R, l)
		case cc.LabeledStatementRange:
			above := b.Arithmetic(s, code.OpLessEq, b.caseValue(s.ConstantExpression, t), v)
			below := b.Arithmetic(s, code.OpLessEq, v, b.caseValue(s.ConstantExpression2, t))
			b.Jump(code.OpJumpNonzero, b.Binary(code.OpAnd, model.Int32, above.R, below.R), l)
		default:
			otherwise = l
		}
	}
	b.Jump(code.OpJump, 0, otherwise)
	b.breaks, b.outside = append(b.breaks, end), append(b.outside, b.enter())
	b.statement(x.Statement)
	b.breaks, b.outside = b.breaks[:len(b.breaks)-1], b.outside[:len(b.outside)-1]
	b.Bind(end)
	b.inBlock()
}

func (b *builder) caseValue(e cc.ExpressionNode, t cc.Type) emit.Value {
	return emit.Value{R: b.Convert(e, b.scalar(e), t), T: t}
}

func (b *builder) jumpStatement(x *cc.JumpStatement) {
	switch x.Case {
	case cc.JumpStatementGoto:
		b.leaveFor(x.Token2.SrcStr())
		b.Jump(code.OpJump, 0, b.label(x.Token2.SrcStr()))
	case cc.JumpStatementContinue:
		l := b.innermost(x, b.continues)
		b.cleanUp(b.again[len(b.again)-1])
		b.Jump(code.OpJump, 0, l)
	case cc.JumpStatementBreak:
		l := b.innermost(x, b.breaks)
		b.cleanUp(b.outside[len(b.outside)-1])
		b.Jump(code.OpJump, 0, l)
	case cc.JumpStatementReturn:
		b.returnStatement(x)
	case cc.JumpStatementGotoExpr:
		b.computedGoto(x)
	default:
		source.Refuse(x, "this statement is not supported: %s", cc.NodeSource(x))
	}
}

func (b *builder) innermost(n cc.Node, labels []*emit.Label) *emit.Label {
	if len(labels) == 0 {
		source.Refuse(n, "there is no loop or switch around this")
	}
	return labels[len(labels)-1]
}

func (b *builder) returnStatement(x *cc.JumpStatement) {
	result := code.NoRegister
	if e := x.ExpressionList; e != nil {
		v := b.expression(e)
		if b.result.Kind() != cc.Void {
			result = b.Convert(x, v, b.result)
		}
		if tree.IsRecord(b.result) { // it may be a shared local, whose life is over when the caller copies it
			result = b.copyRecord(x, b.result, result)
		}
	}
	b.cleanUp(0)
	if b.F.Name == "main" {
		b.endsProcess()
	}
	b.wholeBoundary(code.OpEnd)
	b.Emit(code.Instruction{Op: code.OpReturn, A: result})
}

func (b *builder) label(name string) *emit.Label {
	l := b.labels[name]
	if l == nil {
		l = &emit.Label{}
		b.labels[name] = l
	}
	return l
}

func (b *builder) labeled(x *cc.LabeledStatement) {
	if x.Case == cc.LabeledStatementLabel {
		loop := b.EnterLoop() // a goto may lead back here
		b.Bind(b.label(x.Token.SrcStr()))
		b.noteLabel(x.Token.SrcStr())
		b.Iterate(loop)
	} else {
		l := b.cases[x]
		if l == nil {
			source.Refuse(x, "there is no switch around this")
		}
		b.Bind(l)
	}
	b.inBlock()
	b.statement(x.Statement)
}

// assembly compiles an instruction that is a fence, or that does nothing: asm("" ::: "memory") orders nothing that is executed here.
func (b *builder) assembly(x *cc.AsmStatement) {
	text := x.Asm.Token3.SrcStr()
	order, known := code.Assembly(text)
	if !known {
		source.Refuse(x, "inline assembly is not supported, but for fences and pauses: %s", text)
	}
	b.FenceOf(x, code.FenceOrder, order)
}

// measure computes the lengths of the arrays in a type that is declared here, if they are known only now. One from a typedef, or from
// another variable's type, has been computed there.
func (b *builder) measure(t cc.Type) {
	for t != nil {
		if a, ok := t.(*cc.ArrayType); ok {
			e := a.SizeExpression()
			_, known := tree.FixedLength(a)
			if _, before := b.lengths[e]; !known && e != nil && !before {
				r := b.Register()
				b.Move(r, b.Convert(e, b.scalar(e), b.AST.Long))
				b.lengths[e] = r
			}
		}
		t = tree.Pointee(t)
	}
}

// lengthOf returns the register with the length of an array. A type that is not declared, as in a cast, is measured where it is used.
func (b *builder) lengthOf(n cc.Node, a *cc.ArrayType) code.Register {
	e := a.SizeExpression()
	if e == nil {
		source.Refuse(n, "an array without a length is not supported here")
	}
	if r, known := b.lengths[e]; known {
		return r
	}
	return b.Convert(e, b.scalar(e), b.AST.Long)
}
