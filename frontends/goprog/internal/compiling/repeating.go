package compiling

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
)

// repeats reports whether i is the condition of a loop that counts from 0 to a constant and whose repetitions
// are limited; i then compares with limit.
func (c *compiler) repeats(i *ssa.BinOp) (limit int64, ok bool) {
	limit = int64(c.Limits.Repetitions)
	switch {
	case limit == 0 || c.code.Quiet:
		return 0, false
	case i.Op == token.LEQ:
		limit--
	case i.Op != token.LSS:
		return 0, false
	}
	return limit, isRepetition(i.Y, c.Limits.Repetitions) && decidesCount(i)
}

// decidesCount reports whether i is the condition of a loop that counts from 0.
func decidesCount(i *ssa.BinOp) bool {
	b := i.Block()
	decides, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || decides.Cond != i {
		return false
	}
	phi, ok := i.X.(*ssa.Phi)
	if !ok { // a range over an integer compares the next value
		phi, ok = incremented(i.X).(*ssa.Phi)
	}
	if !ok {
		return false
	}
	loop := naturalLoop(phi.Block())
	return loop[b] && loop[b.Succs[0]] && !loop[b.Succs[1]] && counts(phi, i.X, loop)
}

// isRepetition reports whether v is a constant that counts as a number of repetitions and is not below the limit.
func isRepetition(v ssa.Value, limit int) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Int && k.Int64() >= max(machine.ManyRepetitions, int64(limit))
}

// counts reports whether phi is 0 where the loop is entered and grows by 1 in each iteration; compared must be phi or its next value.
func counts(phi *ssa.Phi, compared ssa.Value, loop map[*ssa.BasicBlock]bool) bool {
	for k, edge := range phi.Edges {
		if !loop[phi.Block().Preds[k]] {
			if start, ok := edge.(*ssa.Const); !ok || start.Value == nil || start.Int64() != 0 {
				return false
			}
			continue
		}
		if incremented(edge) != ssa.Value(phi) || compared != ssa.Value(phi) && compared != edge {
			return false
		}
	}
	return true
}

// incremented returns y if x is y+1; otherwise nil.
func incremented(x ssa.Value) ssa.Value {
	sum, ok := x.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD {
		return nil
	}
	if one, ok := sum.Y.(*ssa.Const); !ok || one.Value == nil || one.Value.Kind() != constant.Int || one.Int64() != 1 {
		return nil
	}
	return sum.X
}
