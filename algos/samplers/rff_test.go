package samplers

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// forced is RFF with a schedule that does not change.
type forced struct {
	*RFF
	constraints []constraint
}

func (s forced) Begin(d Dice) {
	s.RFF.Begin(d)
	s.current = schedule{constraints: s.constraints}
}

// TestSteered: a read reads from the write it should read from, and not from one it should not, wherever that is
// possible.
func TestSteered(t *testing.T) {
	p := program(t, "p: x=1 | q: x=2; x=3 | r: y=1; a=x")
	m, err := machine.New(p, behaviour.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	x := object{variable, 0}
	read := access{thread: 2, index: 2}
	d := thrown{rand.New(rand.NewPCG(1, 0))}
	for _, write := range []access{{}, {thread: 0, index: 1}, {thread: 1, index: 1}, {thread: 1, index: 2}} {
		for _, not := range []bool{false, true} {
			c := constraint{pair{write, read, x}, not}
			s := forced{&RFF{}, []constraint{c}}
			for range 100 {
				if err := draw(m, s, d, nil); err != nil {
					t.Fatal(err)
				}
				if s.isPair[c.pair] == not {
					t.Errorf("%+v: not so in %v", c, m.Events())
				}
				m.Reset()
			}
		}
	}
}

// reordered starts threads that set x and then y, and finally one that fails if it finds x set and y not: all setters
// must stop in between.
func reordered(setters int) *model.Program {
	p := model.NewProgram("reordered")
	x, y := p.Var("x", 0), p.Var("y", 0)
	p.Thread("main", func(t *model.Thread) {
		for range setters {
			t.Go("set", func(t *model.Thread) { t.Store(x, 1); t.Store(y, 1) })
		}
		t.Go("check", func(t *model.Thread) { a, b := t.Load(x), t.Load(y); t.Assert(a == b, "both or none") })
	})
	return p
}

// TestRFFLearns: where several threads run the same lines, RFF soon finds what POS hardly ever does, in the same run for the
// same seed.
func TestRFFLearns(t *testing.T) {
	first := func(name string, seed uint64, runs int64) (n int64) {
		method, _ := Lookup(name)
		o := algos.Options{Seed: seed, Places: method.Placed}
		found := false
		stats, err := New(o, func() Sampler { return method.New(nil) }, runs).Explore(context.Background(), reordered(12), func(e *model.Execution) error {
			if found = e.Outcome() == model.Failed; found {
				return algos.ErrStop
			}
			return nil
		})
		if err != nil || !found {
			return runs + 1
		}
		return stats.Executions
	}
	var rff, pos int64
	for seed := range uint64(10) {
		n := first("rff", seed, 1000)
		rff, pos = rff+n, pos+first("pos", seed, 1000)
		if again := first("rff", seed, 1000); again != n {
			t.Errorf("seed %d: run %d, and then run %d", seed, n, again)
		}
	}
	if t.Logf("rff %d runs, pos %d, of ten trials", rff, pos); 5*rff > pos {
		t.Errorf("rff takes %d runs in ten trials, pos %d", rff, pos)
	}
}

// TestProfile: the events of threads on average, with the threads that they start, and the objects that several of
// them access.
func TestProfile(t *testing.T) {
	p := model.NewProgram("spawning")
	x, own := p.Var("x", 0), p.Var("own", 0)
	p.Thread("main", func(t *model.Thread) {
		t.Go("child", func(t *model.Thread) { t.Store(x, 1); t.Store(x, 2) })
		t.Store(own, 3)
	})
	p.Thread("other", func(t *model.Thread) { t.Store(x, 4) })
	profile := profileOf(t, algos.Options{Seed: 1}, p)
	if profile.Threads != 3 || profile.Longest != 5 || len(profile.Shared) != 1 || profile.Shared[0] != (object{variable, 0}) {
		t.Errorf("%+v", profile)
	}
	for path, events := range map[string]float64{"0": 4, "0.1": 2, "1": 1, "7": 0} {
		if got := profile.Of(path).Events; got < events-1e-9 || got > events+1e-9 {
			t.Errorf("thread %s: %v events, want %v", path, got, events)
		}
	}
	if path(event.ThreadID(5), 2, func() string { return "0.1" }) != "0.1.2" {
		t.Error("paths")
	}
}

// TestPossiblePairs: each write may be read by each read of the object, seen so or not, and so may the initial value; but
// not if only one thread uses the object.
func TestPossiblePairs(t *testing.T) {
	var x possible
	shared, own := object{variable, 0}, object{variable, 1}
	see := func(thread event.ThreadID, kind event.Kind, o object, place string) {
		x.see(event.Event{Thread: thread, Kind: kind}, o, access{kind: kind, place: place})
	}
	see(0, event.Write, own, "a.c:1")
	see(0, event.Read, own, "a.c:2")
	see(0, event.Write, shared, "a.c:3")
	if len(x.pairs) != 0 {
		t.Errorf("of one thread: %+v", x.pairs)
	}
	see(1, event.Read, shared, "a.c:4")
	see(2, event.Write, shared, "a.c:5")
	see(2, event.Write, shared, "a.c:5")
	var writes []string
	for _, p := range x.pairs {
		if p.object != shared || p.read.place != "a.c:4" || !x.is[p] {
			t.Errorf("%+v", p)
		}
		writes = append(writes, p.write.place)
	}
	if want := []string{"", "a.c:3", "a.c:5"}; !slices.Equal(writes, want) {
		t.Errorf("writes %q, want %q", writes, want)
	}
}
