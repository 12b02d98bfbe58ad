package algorithm2

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
)

// touches compares, at each call of Asleep, where the events so far have touched the P of expressions with the walk
// of Lemma D1.
type touches struct {
	*sleepSet
	compared *int
	differs  error
}

func (t *touches) Asleep() bool {
	n := t.Len() - 1
	for s := t.LastSchedule(n); s != nil; s = s.Previous {
		if s.IsRead() && t.differs == nil {
			t.compare(s, t.ssChar(n), n)
		}
	}
	return t.sleepSet.Asleep()
}

// compare checks the expression of s itself, if no write has ended it and no other looks the same. It has been
// updated with the events after σ; a good one has no access of the variable before it (A.9).
func (t *touches) compare(s *parsimonious.Schedule, set characterization, n int) {
	isAccess := func(q int) bool { return t.At(q).Kind.OnVariable() && t.At(q).Object == s.First().Object }
	if slices.ContainsFunc(positions(s.HeadAt+1, n, isAccess), func(q int) bool { return t.At(q).Kind.Writes() }) {
		return
	}
	own := slices.DeleteFunc(slices.Clone(set), func(e *expression) bool {
		return e.inner != nil || e.first != *s.First() || !slices.EqualFunc(e.p, t.sched[s][0].p, func(a, b item) bool { return a.event == b.event })
	})
	for at := s.HeadAt + 1; at < n && len(own) == 1; at++ {
		g := update{t.sleepSet, at, t.Event(at)}
		isBefore := func(q int) bool { return t.Before(q, at) }
		if g.isOrFollows(own[0].first) || slices.ContainsFunc(positions(s.At, at, isBefore), isAccess) {
			continue
		}
		theta := positions(s.At, at, func(q int) bool { return q < s.HeadAt || isBefore(q) })
		*t.compared++
		place := slices.IndexFunc(own[0].p, func(a item) bool {
			return slices.Contains(a.conflicts, g.e) || a.removed && same(a.event, g.e)
		})
		if walk := g.touch(s, append(theta, at), g.kindAgainst(own[0])); walk != place {
			t.differs = fmt.Errorf("%v touches place %d, the walk ends at %d, after %v", g.e, place, walk, t.Run.Machine.Events()[:n])
		}
	}
}

// positions returns the positions from begin up to end for which so holds.
func positions(begin, end int, so func(int) bool) (all []int) {
	for q := begin; q < end; q++ {
		if so(q) {
			all = append(all, q)
		}
	}
	return all
}

// touch is the place of P where the walk of Lemma D1 stops for g, which has that kind right after S.first; -1 if it
// does not stop. rem is what remains of Θ, with g last.
func (u update) touch(s *parsimonious.Schedule, rem []int, kind event.Kind) int {
	letter := func(q int) event.Event {
		e := u.Event(q)
		if q == u.at {
			e.Kind = kind
		}
		return e
	}
	place := -1
	for i, c := range s.Tail[1:] {
		isSecond, isHead := i == len(s.Tail)-2, c.Place == parsimonious.AtHead
		inP := !(slices.Contains(s.Events, c.Event) && c.Event != s.Second) && !isHead
		if inP || isHead && !isSecond {
			place++
		}
		at := slices.IndexFunc(rem, func(q int) bool { return letter(q) == c.Event })
		isInitial := at >= 0 && !slices.ContainsFunc(rem[:at], func(q int) bool { return u.Before(q, rem[at]) })
		if inP && !isInitial && slices.ContainsFunc(rem, func(q int) bool { return event.Dependent(letter(q), c.Event) }) {
			return place // in conflict; or in rem, and not the first
		}
		if at >= 0 && inP && rem[at] == u.at {
			return place // removed
		}
		if at >= 0 {
			rem = slices.Delete(rem, at, at+1)
		}
	}
	return -1
}

// touchesDiffer explores p, up to 300 executions, and returns the first difference.
func touchesDiffer(p smallprog.Program, o algos.Options, made Corrections, compared *int) error {
	var t *touches
	executions := 0
	x := algos.NewExplorer(o, func(x *algos.Exploration) error {
		e := parsimonious.NewMarkedSequence(x)
		t = &touches{newSleepSet(e, made), compared, nil}
		return (&explorer{e, t, 0, 0}).explore()
	})
	_, err := x.Explore(context.Background(), p.Build(), func(*model.Execution) error {
		if executions++; executions > 300 || t.differs != nil {
			return algos.ErrStop
		}
		return nil
	})
	if err != nil {
		return err
	}
	return t.differs
}

// TestTouch is Lemma D1: each good event touches P where the walk along the tail stops.
func TestTouch(t *testing.T) {
	programs := 20_000
	if testing.Short() {
		programs = 500
	}
	r, compared := rand.New(rand.NewPCG(1, 0)), 0
	for i := range programs {
		p := smallprog.Large(r, twinKinds()[i%len(twinKinds())])
		o := algos.Options{Order: algos.Orders()[r.IntN(3)], Seed: r.Uint64()}
		if err := touchesDiffer(p, o, All, &compared); err != nil {
			t.Fatalf("%v, order %v, seed %d: %v", p, o.Order, o.Seed, err)
		}
	}
	t.Logf("%d programs, %d comparisons", programs, compared)
}

// TestTouchDiffers shows that the comparison notices mistakes without the corrections that concern P.
func TestTouchDiffers(t *testing.T) {
	for _, c := range []struct {
		undone  Corrections
		program string
		order   algos.Options
	}{
		{EndsWithSecond, "p: update x | q: a=x | r: a=cas(y,0,0); b=x | s: b=cas(x,1,0)", algos.Options{}},
		{RemovedConflicts, "p: x=1 | q: y=1; a=x | r: b=x; if b==0 { z=1 }; c=y | s: d=y; e=x", algos.Options{Order: algos.RandomThread, Seed: 259}},
	} {
		compared := 0
		if touchesDiffer(smallprog.MustParse(c.program), c.order, All&^c.undone, &compared) == nil {
			t.Errorf("without correction %v nothing differs in %d comparisons", c.undone, compared)
		}
	}
}
