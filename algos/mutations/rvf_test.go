package mutations

import "testing"

const (
	rvfFile        = "algos/rvf/rvf.go"
	rvfChoicesFile = "algos/rvf/choices.go"
	rvfSearchFile  = "algos/rvf/search.go"
	rvfHistoryFile = "algos/rvf/history.go"
)

// rvfPoints are what rvf rests on, each with a program that shows the need, and the number of its reads-value-from
// classes.
var rvfPoints = []point{
	{
		name:    "an annotation that has been visited is excluded",
		program: "p: a=x | q: a=y; x=1",
		classes: 2,
		undone:  one(rvfFile, "return slices.ContainsFunc(excluded, c.is)", "return false && slices.ContainsFunc(excluded, c.is)"),
	},
	{
		name:    "a decision has other annotations where others may write",
		program: "p: a=x | q: a=y; x=1",
		classes: 2,
		undone:  one(rvfChoicesFile, "		if u != int(t) && last > since {", "		if false && u != int(t) && last > since {"),
	},
	{
		name:    "what waits may not be able to continue at the end",
		program: "p: a=await x!=1 | q: x=1; a=x",
		classes: 2,
		undone:  one(rvfChoicesFile, "s.Guard() != nil || s.Kind(0)", "s.Kind(0)"),
	},
	{
		name:    "a write is in the way of reads of what it overwrites",
		program: "p: x=1 | q: a=x; b=x",
		classes: 3,
		undone:  one(rvfSearchFile, "return others == 0 && (", "return others >= 0 && ("),
	},
	{
		name:    "a write that is read is in the way of other writes",
		program: "p: x=1 | q: x=2 | r: a=x; b=x",
		classes: 7,
		undone:  one(rvfSearchFile, "(a.left == 0 && x.accept == nil ||", "(x.accept == nil ||"),
	},
	{
		name:    "where threads wait, any write may have to be the last one",
		program: "p: a=await x!=2 | q: x=2 | r: x=1",
		classes: 3,
		undone:  one(rvfSearchFile, "(a.left == 0 && x.accept == nil ||", "(a.left == 0 ||"),
	},
	{
		name:    "a write that is overwritten by what comes before is excluded, and no other",
		program: "p: x=1; y=1 | q: a=y; b=x",
		classes: 3,
		undone:  one(rvfHistoryFile, ">= x.added[a].Index", ">= x.added[a].Index-1"),
	},
	{
		name:    "a decision comes after what all its good writes come after, and no more",
		program: "p: x=1; y=1 | q: y=1 | r: a=y; b=x",
		classes: 4,
		undone:  one(rvfHistoryFile, "a.clock = x.after(a.clock, a.good...)", "a.clock = x.after(a.clock, a.good[0])"),
	},
	{
		name:    "threads wait in some order of a class",
		program: "p: a=await x!=1 | q: a=await x!=2 | r: x=1 | s: x=2",
		classes: 8,
		undone:  one(rvfSearchFile, "(accept == nil || accept())", "true"),
	},
}

func TestRVF(t *testing.T) { checkPoints(t, "rvf", rvfPoints) }

func TestRVFUndone(t *testing.T) { checkUndone(t, "TestRVF", rvfPoints) }
