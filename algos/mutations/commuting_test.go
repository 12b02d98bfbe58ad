package mutations

import (
	"testing"

	"dporbench/model"
)

const commutingOrder = "model/happens_before_commuting.go"

// commutingRules are the rules for updates that commute, each with the
// smallest program that was found to need it under sc-commuting.
var commutingRules = []rule{
	{point{
		name:    "C1: the schedule of an Apply is characterised",
		program: "p: a=x | q: x+=0 | r: x+=0",
		classes: 4,
		undone:  one(scheduleFile, "return s.Head.Kind.Commutes()", "return s.Head.Kind == model.Read"),
	}, "pop"},
	{point{
		name:    "C1: and may be blocked",
		program: "p: x+=0 | q: x+=0 | r: a=x",
		classes: 4,
		undone:  one(scheduleFile, ".Kind.Commutes() && sleep.Asleep()", ".Kind == model.Read && sleep.Asleep()"),
	}, "pop"},
	{point{
		name:    "C2: the heads it blocks are of its kind",
		program: "p: x+=0 | q: x+=0 | r: a=x",
		classes: 4,
		undone:  one(scheduleFile, "if s.Head.Kind.Applies() {", "if false {"),
	}, "pop"},
	{point{
		name:    "C5: a CompareAndSwap sees the Applies before it",
		program: "p: a=cas(x,0,0) | q: x-=1; b=x | r: x+=0",
		classes: 7,
		undone:  one(dependentFile, "value = op.Apply(value, operand)", "_, _ = op, operand"),
	}, "pop"},
	{point{
		name:    "C6: an access comes after all of the phase before it",
		program: "p: x+=0; a=x | q: x+=0",
		classes: 2,
		undone:  one(commutingOrder, "		w = o.beforeInPhase(w)", "		w = None"),
	}, "pop"},
	{point{
		name:    "C7: a race keeps the edges from the rest of a phase",
		program: "p: a=x; x+=0 | q: a=x | r: x+=0",
		classes: 7,
		undone:  one(sequenceFile, " && !r.HasApply(first, at)", ""),
	}, "source"},
	{point{
		name:    "C7: also in a program that waits for something else",
		program: "p: x+=0 | q: x+=0; a=x | r: b=await y==0 | s: b=x",
		classes: 7,
		undone:  one(races, " && !t.HasApply(int(races[n-1]), last)", ""),
	}, "pop"},
	{point{
		name:    "C8: backtracking points before the last write",
		program: "p: x+=0; a=x | q: x+=0",
		classes: 2,
		undone:  one(backtrack, "next.Kind.OnVariable() && x.Commuting():", "next.Kind.OnVariable() && false:"),
	}, "fgdpor"},
	{point{
		name:    "C9: a CompareAndSwap that is moved sees the rest of a phase",
		program: "p: x-=0 | q: x+=1; a=x | r: b=cas(x,0,0)",
		classes: 7,
		undone:  one(reverse, "x.Reversed(int(r.first), int(r.second))", "x.Run.Machine.Overwritten(int(r.first))"),
	}, "optimal"},
	{point{
		name:    "C10: what comes first in a sequence",
		program: "p: x+=0 | q: a=x | r: a=x",
		classes: 4,
		undone:  one("algos/optimal/optimal.go", "optimal.Buffered() || optimal.Commuting()", "optimal.Buffered()"),
	}, "optimal"},
	{point{
		name:    "C11: an Apply discards no expression for its kind",
		program: "p: x+=0; x+=0 | q: a=x; x+=0 | r: a=x",
		classes: 15,
		undone:  one(dependentFile, "if x.Commuting() {\n		return x.LastConflict", "if false {\n		return x.LastConflict"),
	}, "pop"},
	{point{
		name:    "C11: nor a stored schedule",
		program: "p: x+=0; x+=0 | q: x+=0 | r: a=x",
		classes: 6,
		undone:  one("algos/popnaive/popnaive.go", "if x.Commuting() {", "if false {"),
	}, "pop-naive"},
}

// TestCommutingRules checks that each class of the programs is visited exactly once by all
// algorithms that know that updates commute.
func TestCommutingRules(t *testing.T) { checkRules(t, commutingRules, model.CommutingSC) }

// TestCommutingRulesUndone undoes each rule in a copy of the source and checks that
// TestCommutingRules then fails for its algorithm.
func TestCommutingRulesUndone(t *testing.T) { undoRules(t, commutingRules, "TestCommutingRules") }
