package mutations

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

const (
	revisitFile = "algos/readsfrom/revisit.go"
	rfExtend    = "algos/readsfrom/extend.go"
	rfFinish    = "algos/readsfrom/finish.go"
	witnessFile = "algos/internal/rfgraph/witness.go"
)

// readsFromPoints are what readsfrom rests on, each with a program that shows the need, and the number of its
// reads-from classes.
var readsFromPoints = []point{
	{
		name:    "deleted reads read from the last write",
		program: "p: a=cas(x,0,0) | q: b=x | r: x=0",
		classes: 6,
		undone:  one(revisitFile, "if !x.readsLast(id) {", "if id == x.revisited && !x.readsLast(id) {"),
	},
	{
		name:    "what is kept is closed",
		program: "p: x=0 | q: update x | r: a=x",
		classes: 6,
		undone:  one(revisitFile, "x.isClosed() && ", ""),
	},
	{
		name:    "the write of an update that cannot be done makes its revisits",
		program: "p: update x | q: update x",
		classes: 2,
		undone:  one(rfExtend, "	if err := x.revisitEach(&u); err != nil {\n		return false, err\n	}\n	id, ok", "	mark := x.Mark()\n	_, ok = x.AddWrite(u)\n	if x.Back(mark); !ok {\n		return false, nil\n	}\n	if err := x.revisitEach(&u); err != nil {\n		return false, err\n	}\n	id, ok"),
	},
	{
		name:    "deleted choices are the last ones",
		program: "p: a=xor(x,0); b=choose(2) | q: x=0",
		classes: 4,
		undone:  one(revisitFile, "			if e.Object != 0 {\n				return false\n			}\n", ""),
	},
	{
		name:    "the order of what is kept does not depend on the way",
		program: "p: x=1; update x | q: x=a+0; a=x",
		classes: 5,
		undone: one(revisitFile, "		if x.Part(a.write) != x.LastWrite(a.location) {", `		w := x.LastAt(a.location)
		for w != rfgraph.None && x.Event(w).Kind != event.Write {
			w = x.EarlierAt(w)
		}
		if x.Part(a.write) != w {`),
	},
	{
		name:    "a read that acquired a mutex in place may wait again",
		program: "p: lock l; lock m; unlock l | q: lock l | r: lock m",
		classes: 3,
		undone:  one(revisitFile, "(!x.AcquiredInPlace(id) || !x.keep[x.LockOf(e.Source)])", "true"),
	},
	{
		name:    "a Lock pending forever makes its revisits",
		program: "p: lock l | q: lock l",
		classes: 2,
		undone:  one(rfFinish, "active && !s.Stopped()", "active && s.Stopped()"),
	},
	{
		name:    "of blocked reads, one choice of sources stands for all",
		program: "p: x=1 | q: await x==2",
		classes: 1,
		undone:  one(rfFinish, "!ok || x.Part(e.Source) != x.LastWrite(e.Object)", "!ok || e == nil"),
	},
	{
		name:    "a thread that waits must wait in the end",
		program: "p: x=0; a=when x==1 x=0 | q: x=1",
		classes: 2,
		undone:  one(rfFinish, ".Enabled(x.valueOf(x.LastWrite(e.Object), e.Object))", ".Stopped()"),
	},
	{
		name:    "two updates do not take one value",
		program: "p: update x | q: update x; a=x",
		classes: 3,
		undone:  one(witnessFile, "			return true\n		}\n	}\n	return false\n}\n\n// fit", "			return false\n		}\n	}\n	return false\n}\n\n// fit"),
	},
	{
		name:    "what comes later takes with it the writes after its reads",
		program: "p: x=1; a=y | q: y=1; b=x; x=2 | r: c=x; d=y",
		classes: 14,
		undone:  one(witnessFile, "g.touched[e.Object].writes || g.touched[e.Object].reads", "g.touched[e.Object].writes"),
	},
	{
		name:    "where an event does not fit, another order is searched for",
		program: "p: x=1; a=x | q: x=2; b=x",
		classes: 3,
		undone:  one(witnessFile, "	return id, g.fit(id, None) || g.solveFor(id)", "	return id, g.fit(id, None)"),
	},
}

func TestReadsFrom(t *testing.T) { checkPoints(t, "readsfrom", readsFromPoints) }

func TestReadsFromUndone(t *testing.T) { checkUndone(t, "TestReadsFrom", readsFromPoints) }

// checkPoints checks that each class of the programs, of the algorithm's equivalence, is visited exactly once.
func checkPoints(t *testing.T, algorithm string, points []point) {
	a, _ := catalog.Lookup(algorithm)
	for _, point := range points {
		t.Run(point.name, func(t *testing.T) {
			p := smallprog.MustBuild(point.program)
			keyer := a.Equivalence.NewKeyer(p, memory.SC)
			defer keyer.Close()
			want, _, err := algostest.ExploreBy(keyer, exhaustive.New(algos.Options{}), p)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) != point.classes {
				t.Errorf("the oracle finds %d classes, want %d", len(want), point.classes)
			}
			for _, o := range orders(100) {
				got, _, err := algostest.ExploreBy(keyer, a.New(o), p)
				if err != nil {
					t.Fatal(err)
				}
				if d := got.Difference(want); d != "" {
					t.Fatalf("%s\norder %v, seed %d: %s", point.program, o.Order, o.Seed, d)
				}
			}
		})
	}
}

// checkUndone checks that a test fails on each of the points when that is undone.
func checkUndone(t *testing.T, test string, points []point) {
	if testing.Short() {
		t.Skip("builds the tests once for each point")
	}
	for _, point := range points {
		t.Run(point.name, func(t *testing.T) { mustFail(t, point.undone, test, point.name) })
	}
}
