package mutations

import "testing"

const (
	laporExtend  = "algos/lapor/extend.go"
	laporNext    = "algos/lapor/next.go"
	laporRevisit = "algos/lapor/revisit.go"
	laporStops   = "algos/lapor/stops.go"
	laporForever = "algos/lapor/forever.go"
	sectionsFile = "algos/internal/graph/sections.go"
)

// laporPoints are what lapor rests on, each with a program that shows the need, and the number of its lazy classes.
var laporPoints = []point{
	{
		name:    "lb is closed",
		program: "p: lock l; x=1; y=1; unlock l | q: lock l; update x; y=2 | r: a=y",
		classes: 5,
		undone:  one(sectionsFile, "				if !g.Before(a.End, b.Lock) {", "				if false && !g.Before(a.End, b.Lock) {"),
	},
	{
		name:    "sections come in either order",
		program: "p: lock l | q: lock l; unlock l",
		classes: 2,
		undone:  one(sectionsFile, " || g.lineariseWith(b, a)", ""),
	},
	{
		name:    "nothing comes after a section that stays open",
		program: "p: lock l | q: lock l",
		classes: 2,
		undone:  one(sectionsFile, "a.Open && stayOpen || ", ""),
	},
	{
		name:    "what has been cut orders nothing",
		program: "p: x=0 | q: lock l; a=x; unlock l | r: lock l; x=0; unlock l; a=x",
		classes: 9,
		undone:  one(laporRevisit, "	x.Graph.Relax()\n", ""),
	},
	{
		name:    "a revisit keeps whole sections that are before",
		program: "p: lock l; unlock l; lock m; a=x; lock l | q: lock m; a=x; lock l; x=1; unlock m; unlock l | r: lock l; x=1; update x; unlock l",
		classes: 11,
		undone:  one(sectionsFile, "if i != j && a.Mutex == b.Mutex && !g.IsIn", "if false && i != j && a.Mutex == b.Mutex && !g.IsIn"),
	},
	{
		name:    "a section that comes later waits for those that have begun",
		program: "p: a=y | q: lock l; a=x; y=2 | r: lock l; x=2; y=2; unlock l",
		classes: 5,
		undone:  one(laporNext, "case x.isLate(t):", "case false:"),
	},
	{
		name:    "where nothing fits, others may still revisit what is in the way",
		program: "p: a=x; y=2 | q: lock l; x=2; update y; unlock l | r: lock l; a=y; a=x",
		classes: 8,
		undone: one(laporExtend, "	if !fits {\n", `	for u := x.Active(event.NoThread); !fits && u != event.NoThread; u = x.Active(event.NoThread) {
		x.Graph.AddStop(u)
	}
	if !fits {
		return false, nil
	}
	if !fits {
`),
	},
	{
		name:    "a thread may stop before what fits",
		program: "p: lock l; x=1; y=1 | q: lock l; x=1; y=1; unlock l | r: update x; x=1; update y",
		classes: 21,
		undone:  one(laporStops, "	if err != nil || !a.blamed {", "	if true {"),
	},
	{
		name:    "an update makes its revisits even where its read does not fit",
		program: "p: lock m; update y | q: lock m; x=2; update y; unlock m | r: a=x; update y",
		classes: 8,
		undone: one(laporExtend, "		if err := x.revisitEach(t, w, old); err != nil {\n			return err\n		}\n", `		mark := x.Graph.Mark()
		fits := !x.Graph.Overwritten(w, x.Graph.Pred(t), t, graph.Waits) &&
			x.Graph.Fits(x.Graph.AddRead(t, graph.Waits, w, true, graph.ThreadState{At: x.Graph.Position(t)}, old))
		x.Graph.Back(mark)
		if !fits {
			return nil
		}
		if err := x.revisitEach(t, w, old); err != nil {
			return err
		}
`),
	},
	{
		name:    "maximal is the latest that is consistent",
		program: "p: lock l; x=2; unlock l | q: lock l; x=2; update x; unlock l | r: x=1",
		classes: 8,
		undone:  one(laporRevisit, "	return fits != stops && w == after, err", "	return fits != stops && (stops || w == graph.None), err"),
	},
	{
		name:    "a write that has revisited stays",
		program: "p: a=x; x=0 | q: x=0 | r: a=x",
		classes: 9,
		undone:  one(laporRevisit, "			if x.Graph.Event(r).Stamp < e.Stamp {", "			if false {"),
	},
	{
		name:    "deleted choices are the last ones",
		program: "p: a=x; a=choose(2) | q: x=0",
		classes: 4,
		undone:  one(laporRevisit, "return e.Object == 0 //", "return true //"),
	},
	{
		name:    "a section that comes later also waits for Locks within those before",
		program: "p: a=y | q: lock m; x=1; lock l; y=2; unlock l; unlock m | r: lock m; lock l; update x; y=2",
		classes: 5,
		undone:  one(laporNext, "	if i := slices.IndexFunc(x.locks, x.mayLock); i >= 0 {", "	if len(x.late) > 0 {\n		return x.Choose(x.late, x.Progress)\n	}\n	if i := slices.IndexFunc(x.locks, x.mayLock); i >= 0 {"),
	},
	{
		name:    "a Lock may come before one that has come",
		program: "p: lock l | q: lock l; unlock l",
		classes: 2,
		undone:  one(laporNext, "x.mayLock); i >= 0 {", "x.mayLock); i > len(x.locks) {"),
	},
	{
		name:    "a Lock may wait forever",
		program: "p: lock l; lock l",
		classes: 1,
		undone:  one(laporForever, "return x.stay[x.Step(t).Object]", "return false"),
	},
	{
		name:    "but only at a mutex that stays locked",
		program: "p: lock l",
		classes: 1,
		undone:  one(laporForever, " && x.isHeld(s.Object)", ""),
	},
}

func TestLAPOR(t *testing.T) { checkPoints(t, "lapor", laporPoints) }

func TestLAPORUndone(t *testing.T) { checkUndone(t, "TestLAPOR", laporPoints) }
