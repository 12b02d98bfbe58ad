package cprog

import "modernc.org/cc/v4"

// enterLoop begins a loop: it is entered from outside here.
func (b *builder) enterLoop() int64 {
	b.f.loops = append(b.f.loops, nil)
	loop := int64(len(b.f.loops) - 1)
	b.emit(instruction{op: opEnter, n: loop})
	return loop
}

// iterate is where every iteration of a loop begins.
func (b *builder) iterate(loop int64) { b.emit(instruction{op: opLoop, n: loop}) }

func (b *builder) iteration(x *cc.IterationStatement) {
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
	head, next, end := &label{}, &label{}, &label{}
	b.breaks, b.continues = append(b.breaks, end), append(b.continues, next)
	loop := b.enterLoop()
	b.bind(head)
	b.iterate(loop)
	if condition != nil && x.Case != cc.IterationStatementDo {
		b.branch(condition, end, false)
	}
	b.statement(x.Statement)
	b.bind(next)
	if step != nil {
		b.expression(step)
	}
	if x.Case == cc.IterationStatementDo && condition != nil {
		b.branch(condition, head, true)
	} else {
		b.jump(opJump, 0, head)
	}
	b.bind(end)
	b.breaks, b.continues = b.breaks[:len(b.breaks)-1], b.continues[:len(b.continues)-1]
}
