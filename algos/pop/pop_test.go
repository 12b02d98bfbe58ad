package pop_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
)

func TestConformance(t *testing.T) { algostest.Run(t, "pop") }

// onRejection calls a function when a schedule is rejected, because an event of it
// is asleep.
type onRejection func()

func (f onRejection) Ended(_ []event.Event, end algos.End) {
	if end.How == algos.Blocked {
		f()
	}
}
func (onRejection) Found(algos.Reversal)                                   {}
func (onRejection) Begun(_, _ []event.Event)                               {}
func (onRejection) Asleep(_ []event.Event, _ event.Event, _ func() string) {}

// TestCancelledAtRejection checks that an exploration that is cancelled where a schedule is
// rejected ends there, not with the next execution: a program may have many rejections and
// few executions.
func TestCancelledAtRejection(t *testing.T) {
	p := model.NewProgram("rejected")
	x, y := p.Var("x", 0), p.Var("y", 0)
	p.Thread("p", func(t *model.Thread) { t.Store(x, 1); t.Store(x, 1) })
	p.Thread("q", func(t *model.Thread) { t.Load(x) })
	p.Thread("r", func(t *model.Thread) { t.Load(x) })
	p.Thread("tail", func(t *model.Thread) {
		for range 200 {
			t.Store(y, 1)
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	executions, atRejection := int64(0), int64(-1)
	o := algos.Options{
		Progress: func(s *algos.Stats) { executions = s.Executions },
		Observer: onRejection(func() { cancel(); atRejection = executions }),
	}
	stats, err := pop.New(o).Explore(ctx, p, nil)
	if !errors.Is(err, context.Canceled) || atRejection < 0 || stats.Executions != atRejection {
		t.Errorf("cancelled after %d executions: error %v after %d", atRejection, err, stats.Executions)
	}
}

// TestLemmas checks the bounds of the paper on random programs: at most
// n(n-1)/2 nested reversals (Lemma 1), and as many sleep set expressions at
// any prefix, since each comes from a reversal that has not ended and occurs
// once (Lemma 4). n is the length of the longest execution, where a Lock that
// is left pending counts as an event.
func TestLemmas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		p := smallprog.Random(r)
		longest := int64(0)
		stats, err := pop.New(algos.Options{Order: algos.RandomThread}).Explore(context.Background(), p.Build(), func(e *model.Execution) error {
			if longest = max(longest, int64(len(e.Events()))); longest > 500 {
				return algos.ErrStop
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		n := longest
		if stats.Deadlocked+stats.Starved+stats.AssumeBlocked+stats.Failed > 0 {
			n += int64(len(p.Threads))
		}
		bound := n * (n - 1) / 2
		if stats.Peak.Frames > bound || stats.Peak.SleepEntries > bound {
			t.Errorf("%v\n\tn = %d: %d reversals and %d expressions, want at most %d", p, n, stats.Peak.Frames, stats.Peak.SleepEntries, bound)
		}
	}
}

// TestStorageIsPolynomial checks, on the program whose stored schedules grow
// like n! elsewhere (appendix B of the paper), that what POP stores grows no
// faster than its bounds: the events of the tails like n³ at most, the depth
// like n².
func TestStorageIsPolynomial(t *testing.T) {
	store := func(n int) algos.Stored {
		b, _ := benchmarks.Lookup("exp-mem3")
		p, err := b.Program(n)
		if err != nil {
			t.Fatal(err)
		}
		stats, err := pop.New(algos.Options{}).Explore(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		return stats.Peak
	}
	small := store(3)
	for n := 4; n <= 7; n++ {
		got := store(n)
		growth := float64(n) / 3
		if limit := float64(small.Events) * growth * growth * growth; float64(got.Events) > limit {
			t.Errorf("n = %d: %d events stored, %d at n = 3, want at most %.0f", n, got.Events, small.Events, limit)
		}
		if limit := float64(n * n); float64(got.Frames) > limit {
			t.Errorf("n = %d: %d reversals nested, want at most %.0f", n, got.Frames, limit)
		}
		if got.SleepEntries > 1 {
			t.Errorf("n = %d: %d sleep set expressions, want 1", n, got.SleepEntries)
		}
	}
}

// TestAllocatesNothingOnceWarm explores a program whose threads must run again where the behaviour tree does not reach:
// neither the tree nor POP allocates for each execution.
func TestAllocatesNothingOnceWarm(t *testing.T) {
	b, _ := benchmarks.Lookup("lastzero")
	p, err := b.Program(14)
	if err != nil {
		t.Fatal(err)
	}
	var executions int64
	allocations := testing.AllocsPerRun(1, func() {
		stats, err := pop.New(algos.Options{}).Explore(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		executions = stats.Executions
	})
	if allocations > float64(executions)/10 {
		t.Errorf("%v allocations in an exploration of %d executions", allocations, executions)
	}
}

// passedOver counts the events found asleep that are in no schedule.
type passedOver struct {
	onRejection
	asleep *int
}

func (p passedOver) Asleep(_ []event.Event, _ event.Event, _ func() string) { *p.asleep++ }

// TestNoThreadIsPassedOver checks Lemma A11 (a): where no thread waits, and threads are tried in a fixed order, only events of
// schedules are asleep. In random orders others are.
func TestNoThreadIsPassedOver(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	inOrder, atRandom := 0, 0
	for i := range 3000 {
		kind := []smallprog.LargeKind{smallprog.LargePlain, smallprog.LargeBranching, smallprog.LargeCAS, smallprog.LargeFetching}[i%4]
		p := smallprog.Large(r, kind).Build()
		for _, order := range algos.Orders() {
			asleep := 0
			o := algos.Options{Order: order, Seed: uint64(i), Observer: passedOver{func() { asleep-- }, &asleep}}
			n := 0
			_, err := pop.New(o).Explore(context.Background(), p, func(*model.Execution) error {
				if n++; n > 300 {
					return algos.ErrStop
				}
				return nil
			})
			switch {
			case err != nil:
				t.Fatal(err)
			case order == algos.RandomThread:
				atRandom += asleep
			default:
				if inOrder += asleep; asleep > 0 {
					t.Errorf("%v, order %v: %d threads passed over", p, order, asleep)
				}
			}
		}
	}
	t.Logf("%d passed over in order, %d at random", inOrder, atRandom)
	if atRandom == 0 {
		t.Error("no thread is passed over at random: the test sees nothing")
	}
}
