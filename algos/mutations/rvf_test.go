package mutations

import "testing"

const (
	rvfFile        = "algos/rvf/rvf.go"
	rvfWritersFile = "algos/rvf/writers.go"
	rvfSearchFile  = "algos/rvf/search.go"
	rvfLinesFile   = "algos/rvf/lines.go"
)

// rvfPoints are what rvf rests on, each with a program that has that many reads-value-from classes and shows the need.
var rvfPoints = []point{
	{
		name:    "an annotation that has been visited is excluded",
		program: "p: a=x | q: x=1 | r: a=y | s: y=1",
		classes: 4,
		undone:  one(rvfFile, "	x.threads[n.t].excluded = append(x.threads[n.t].excluded, n.choice)\n", ""),
	},
	{
		name:    "a decision has other annotations where others may write",
		program: "p: a=x | q: a=y; x=1",
		classes: 2,
		undone:  one(rvfWritersFile, "		if u != int(t) && last > since {", "		if false && u != int(t) && last > since {"),
	},
	{
		name:    "what waits may not be able to go on at the end",
		program: "p: a=await x!=1 | q: x=1; a=x",
		classes: 2,
		undone:  one(rvfWritersFile, "s.Guard() != nil || s.Kind(0)", "s.Kind(0)"),
	},
	{
		name:    "a write is in the way of those who read what it overwrites",
		program: "p: x=1 | q: a=x; b=x",
		classes: 3,
		undone:  one(rvfSearchFile, "			case slices.Contains(e.good, last):\n				return false\n", "			case slices.Contains(e.good, last):\n"),
	},
	{
		name:    "a write that is overwritten by what comes before is out of the question, and no other",
		program: "p: x=1; y=1 | q: a=y; b=x",
		classes: 3,
		undone:  one(rvfLinesFile, "		own++ // it is before the next decision only\n", ""),
	},
	{
		name:    "of a class, threads wait in some order of it",
		program: "p: a=await x!=0 | q: x=1",
		classes: 1,
		undone:  one(rvfSearchFile, "(s.accept == nil || s.accept())", "true"),
	},
}

func TestRVF(t *testing.T) { checkPoints(t, "rvf", rvfPoints) }

func TestRVFUndone(t *testing.T) { checkUndone(t, "TestRVF", rvfPoints) }
