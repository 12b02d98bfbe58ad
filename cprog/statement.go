package cprog

import (
	"dporbench/model"

	"modernc.org/cc/v4"
)

func (b *builder) compound(s *cc.CompoundStatement) {
	for l := s.BlockItemList; l != nil; l = l.BlockItemList {
		b.item(l.BlockItem)
	}
}

func (b *builder) item(i *cc.BlockItem) {
	switch i.Case {
	case cc.BlockItemDecl:
		b.declaration(i.Declaration)
	case cc.BlockItemStmt:
		b.statement(i.Statement)
	case cc.BlockItemLabel:
	default:
		refuse(i, "functions inside functions are not supported")
	}
}

func (b *builder) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationDecl:
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			b.local(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
		}
	case cc.DeclarationAuto:
		b.local(d.Declarator, d.Initializer)
	}
}

func (b *builder) local(d *cc.Declarator, init *cc.Initializer) {
	switch {
	case !isVariable(d):
		return
	case isFunctionName(d):
		return
	case d.IsExtern():
		b.declare(d, nil)
		return
	case d.IsStatic() || d.IsThreadLocal():
		b.static(d, init)
		return
	}
	b.settle(d)
	if init != nil {
		b.mark(d)
		b.initialise(b.variablePlace(d, d), init)
	}
}

// isFunctionName reports whether d is the string that the parser puts into every
// function.
func isFunctionName(d *cc.Declarator) bool {
	return d.Name() == "__func__" || d.Name() == "__FUNCTION__" || d.Name() == "__PRETTY_FUNCTION__"
}

// settle gives a local variable its home.
func (b *builder) settle(d *cc.Declarator) {
	t := d.Type()
	if cc.IsFloatingPointType(t) {
		refuse(d, "floating point is not supported")
	}
	h := home{kind: inRegister}
	switch {
	case b.shared[d]:
		h = home{kind: inStack, offset: reserve(&b.f.shared, stride(d, t))}
	case isAggregate(t):
		h = home{kind: inPrivate, offset: reserve(&b.f.private, stride(d, t))}
	default:
		h.r = b.register()
	}
	b.places[d] = h
}

// statementExpression is ({ ... }): its value is that of its last expression.
func (b *builder) statementExpression(x *cc.PrimaryExpression) value {
	for l := x.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItemList == nil && l.BlockItem.Case == cc.BlockItemStmt && l.BlockItem.Statement.Case == cc.StatementExpr {
			if e := l.BlockItem.Statement.ExpressionStatement.ExpressionList; e != nil {
				return b.expression(e)
			}
		}
		b.item(l.BlockItem)
	}
	return value{b.constant(0), b.ast.Void}
}

func (b *builder) statement(s *cc.Statement) {
	b.mark(s)
	switch s.Case {
	case cc.StatementCompound:
		b.compound(s.CompoundStatement)
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			b.unused = inner(e)
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

func (b *builder) ifStatement(x *cc.SelectionStatement) {
	no, end := &label{}, &label{}
	b.branch(x.ExpressionList, no, false)
	b.statement(x.Statement)
	if x.Case == cc.SelectionStatementIf {
		b.bind(no)
		return
	}
	b.jump(opJump, 0, end)
	b.bind(no)
	b.statement(x.Statement2)
	b.bind(end)
}

func (b *builder) switchStatement(x *cc.SelectionStatement) {
	v := b.scalar(x.ExpressionList)
	t := cc.IntegerPromotion(v.t)
	v = value{b.convert(x, v, t), t}
	end := &label{}
	otherwise := end
	for _, s := range x.LabeledStatements() {
		l := &label{}
		b.cases[s] = l
		switch s.Case {
		case cc.LabeledStatementCaseLabel:
			b.jump(opJumpNonzero, b.arithmetic(s, opEq, v, b.caseValue(s.ConstantExpression, t)).r, l)
		case cc.LabeledStatementRange:
			above := b.arithmetic(s, opLessEq, b.caseValue(s.ConstantExpression, t), v)
			below := b.arithmetic(s, opLessEq, v, b.caseValue(s.ConstantExpression2, t))
			b.jump(opJumpNonzero, b.binary(opAnd, model.Int32, above.r, below.r), l)
		default:
			otherwise = l
		}
	}
	b.jump(opJump, 0, otherwise)
	b.breaks = append(b.breaks, end)
	b.statement(x.Statement)
	b.breaks = b.breaks[:len(b.breaks)-1]
	b.bind(end)
}

func (b *builder) caseValue(e cc.ExpressionNode, t cc.Type) value {
	return value{b.convert(e, b.scalar(e), t), t}
}

func (b *builder) jumpStatement(x *cc.JumpStatement) {
	switch x.Case {
	case cc.JumpStatementGoto:
		b.jump(opJump, 0, b.label(x.Token2.SrcStr()))
	case cc.JumpStatementContinue:
		b.jump(opJump, 0, b.innermost(x, b.continues))
	case cc.JumpStatementBreak:
		b.jump(opJump, 0, b.innermost(x, b.breaks))
	case cc.JumpStatementReturn:
		b.returnStatement(x)
	default:
		refuse(x, "computed goto is not supported")
	}
}

func (b *builder) innermost(n cc.Node, labels []*label) *label {
	if len(labels) == 0 {
		refuse(n, "there is no loop or switch around this")
	}
	return labels[len(labels)-1]
}

func (b *builder) returnStatement(x *cc.JumpStatement) {
	result := noRegister
	if e := x.ExpressionList; e != nil {
		v := b.expression(e)
		if b.result.Kind() != cc.Void {
			result = b.convert(x, v, b.result)
		}
	}
	b.emit(instruction{op: opReturn, a: result})
}

func (b *builder) label(name string) *label {
	l := b.labels[name]
	if l == nil {
		l = &label{}
		b.labels[name] = l
	}
	return l
}

func (b *builder) labeled(x *cc.LabeledStatement) {
	if x.Case == cc.LabeledStatementLabel {
		loop := b.enterLoop() // a goto may lead back here
		b.bind(b.label(x.Token.SrcStr()))
		b.iterate(loop)
	} else {
		l := b.cases[x]
		if l == nil {
			refuse(x, "there is no switch around this")
		}
		b.bind(l)
	}
	b.statement(x.Statement)
}

// assembly accepts a barrier for the compiler: asm without instructions.
func (b *builder) assembly(x *cc.AsmStatement) {
	if text := x.Asm.Token3.SrcStr(); text != `""` {
		refuse(x, "inline assembly is not supported")
	}
}
