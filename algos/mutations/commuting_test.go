package mutations

import (
	"testing"

	"dporbench/model"
)

const (
	commutingOrder = "model/happens_before_commuting.go"
	commutingChar  = "algos/internal/characterization/commuting.go"
)

// commutingRules are the rules of package characterization for updates that commute, each with the
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
		name:    "C1: and inherited",
		program: "p: a=x; b=x | q: y=1 | r: x-=0; a=y | s: x+=0; b=y",
		classes: 36,
		undone:  one("algos/internal/characterization/mkschedchar.go", "r.Tail[l].Event.Kind.Commutes()", "r.Tail[l].Event.Kind == 1"),
	}, "pop"},
	{point{
		name:    "C2: the heads it blocks are of its kind",
		program: "p: x+=0 | q: x+=0 | r: a=x",
		classes: 4,
		undone:  one(commutingChar, "k := r.HeadKind(); k.Applies() {", "k := r.HeadKind(); k.Applies() && false {"),
	}, "pop"},
	{point{
		name:    "C4: conflicts are inherited from a whole phase",
		program: "p: x+=0; a=y | q: b=x | r: y=0 | s: b=y",
		classes: 8,
		undone:  one(expressionFile, "if !x.plain {", "if x.buffered {"),
	}, "pop"},
	{point{
		name:    "C5: a CompareAndSwap would see the Applies before it",
		program: "p: a=cas(x,0,0) | q: x-=1; b=x | r: x+=0",
		classes: 7,
		undone:  one(commutingChar, "value = op.Apply(value, v)", "_, _ = op, v"),
	}, "pop"},
	{point{
		name:    "C5: each of them once",
		program: "p: x-=1; x+=1 | q: a=x | r: b=cas(x,0,0)",
		classes: 11,
		undone:  one(commutingChar, " && !r.InPrefix(e)", ""),
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
		undone:  one("algos/internal/characterization/set.go", "if x.commuting {", "if false {"),
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
