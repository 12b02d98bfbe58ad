package pop_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
	"dporbench/algos/pop"
	"dporbench/benchmarks"
	"dporbench/model"
)

// nested is the family of Lemma A9 in docs/pop-proof.md. Reversing the races of r makes d records, each one in the
// tail of the next. The threads of a level continue only if both of the level before have ended. So when the last
// level reads its variable too early, its past has all levels, and each walk along the tail of a record finds two
// events there that may begin a schedule which comes before the next record's. None of them does.
func nested(d int) *model.Program {
	p := model.NewProgram("nested")
	x, u, v := p.Vars("x", d, 0), p.Vars("u", d, 0), p.Vars("v", d, 0)
	for l := range d {
		p.Thread("w", func(t *model.Thread) { t.Store(x[l], 1) })
	}
	p.Thread("r", func(t *model.Thread) {
		for l := d - 1; l >= 0; l-- {
			t.Load(x[l])
		}
	})
	for l := d - 1; l >= 0; l-- {
		for _, done := range []model.Var{u[l], v[l]} {
			p.Thread("level", func(t *model.Thread) {
				if l < d-1 && (t.Load(u[l+1]) == 0 || t.Load(v[l+1]) == 0) {
					return
				}
				t.Load(x[l])
				if l > 0 {
					t.Store(done, 1)
				}
			})
		}
	}
	return p
}

// largestCall is a SleepSet that remembers the call of Asleep whose walks examined the most items of tails.
type largestCall struct {
	*pop.SleepSet
	items int64
	n     int // the length of E
}

func (c *largestCall) Asleep() bool {
	before := c.Work.Comparisons
	asleep := c.SleepSet.Asleep()
	if items := c.Work.Comparisons - before; items > c.items {
		c.items, c.n = items, c.Len()
	}
	return asleep
}

// largestCallIn explores p as pop does, up to that many executions.
func largestCallIn(t *testing.T, p *model.Program, executions int) *largestCall {
	t.Helper()
	var c *largestCall
	x := algos.NewExplorer(algos.Options{}, func(x *algos.Exploration) error {
		e := parsimonious.NewMarkedSequence(x)
		c = &largestCall{SleepSet: pop.NewSleepSet(e)}
		return parsimonious.Eagerly(e, c, nil)()
	})
	n := 0
	_, err := x.Explore(context.Background(), p, func(*model.Execution) error {
		if n++; n == executions {
			return algos.ErrStop
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWorstCase checks Lemma A9 on the programs that are worst for it: a call of Asleep makes 3d-1 walks, which
// examine this many items, and would make 2^d + d - 1 if nested walks were repeated. TestWalksAreNotRepeated of
// package mutations repeats them, and counts the walks themselves.
func TestWorstCase(t *testing.T) {
	for d := 3; d <= 12; d++ {
		c := largestCallIn(t, nested(d), 200)
		t.Logf("d = %d: %d in an execution of %d events", d, c.items, c.n)
		if want := int64(11*d*d-15*d+10) / 2; c.items != want || c.n != 9*d-6 {
			t.Errorf("d = %d: want %d in an execution of %d events", d, want, 9*d-6)
		}
	}
}

// TestNoChoiceIsGood checks Lemma A12: every order of the code takes the steps of the impostor anew in each execution, if all writers are
// started before it; in the order of numbers they are taken once if it is started first.
func TestNoChoiceIsGood(t *testing.T) {
	const n, k = 400, 6
	events := func(o algos.Order, p int) int64 {
		stats, err := pop.New(algos.Options{Order: o}).Explore(context.Background(), benchmarks.Impostor(n, k, p), nil)
		if err != nil || stats.Executions != 1<<k+1 {
			t.Fatalf("%v: %d executions, error %v, want %d", o, stats.Executions, err, 1<<k+1)
		}
		return stats.Events
	}
	for _, o := range algos.AllOrders() {
		if got := events(o, k); got < n<<k && o != algos.RandomThread { // which mixes the impostor's steps with the writers
			t.Errorf("%v: %d events, want at least %d", o, got, n<<k)
		}
	}
	if got, most := events(algos.FirstThread, 0), int64(n+2*k<<k+5*k+10); got > most {
		t.Errorf("impostor first: %d events, want at most %d", got, most)
	}
}
