package exhaust

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/exhaustive"
	"dporbench/algos/oracle"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
)

// A verifier belongs to one goroutine.
type verifier struct {
	algorithm catalog.Algorithm
	orders    []Order
	explorers []algos.Explorer // by order
	oracle    algos.Explorer
	classes   map[string]int // by key: the number, from 1, of the order in which the algorithm last visited it
	total     int            // number of classes
	keyer     *equivalence.Keyer
	consulted bool            // classes has them all, from the oracle
	expected  oracle.Outcomes // of the oracle's classes
	executed  algos.Stats     // of the algorithm, in all orders
}

func newVerifier(a catalog.Algorithm, orders []Order) *verifier {
	if _, bounded := orders[0].Preemptions.Limit(); bounded {
		a.Optimal = false // explorations beyond the bound are redundant
	}
	v := &verifier{
		algorithm: a,
		orders:    orders,
		oracle:    exhaustive.New(algos.Options{Memory: orders[0].Memory, Preemptions: orders[0].Preemptions}),
		classes:   map[string]int{},
	}
	for _, o := range orders {
		v.explorers = append(v.explorers, a.New(algos.Options(o)))
	}
	return v
}

// verify explores p in all orders and returns the first failure, or nil. The error is the cause of ctx, or
// says why the oracle cannot explore p.
func (v *verifier) verify(ctx context.Context, p smallprog.Program) (*Failure, error) {
	program := p.Build()
	defer v.keep(program)()
	if err := v.consult(ctx, program); err != nil {
		return nil, err
	}
	return v.explore(ctx, program)
}

// verifyAgain is like verify, for the program verified last with its threads in
// another order. It has as many classes, so the oracle is not needed: whatever the
// algorithm visits counts as a class, and it must visit that many.
func (v *verifier) verifyAgain(ctx context.Context, p smallprog.Program) (*Failure, error) {
	clear(v.classes)
	v.consulted = false
	program := p.Build()
	defer v.keep(program)()
	return v.explore(ctx, program)
}

// keep makes the keyer for p, which is valid until done is called.
func (v *verifier) keep(p *model.Program) (done func()) {
	v.keyer = v.algorithm.Equivalence.NewKeyer(p, v.orders[0].Memory)
	return v.keyer.Close
}

func (v *verifier) explore(ctx context.Context, p *model.Program) (*Failure, error) {
	v.executed = algos.Stats{}
	var first *Failure
	for i := range v.orders {
		problem, err := v.exploreIn(ctx, p, i)
		if err != nil {
			return nil, err
		}
		if problem != "" && first == nil {
			first = &Failure{p.Name(), v.orders[i].String(), problem}
		}
	}
	return first, nil
}

func (v *verifier) consult(ctx context.Context, p *model.Program) (err error) {
	clear(v.classes)
	v.expected = oracle.Outcomes{}
	_, err = v.oracle.Explore(ctx, p, func(e *model.Execution) error {
		key, err := v.keyer.Key(e.Events())
		if _, known := v.classes[key]; !known {
			v.expected.Add(e.Outcome())
		}
		v.classes[key] = 0
		return err
	})
	v.total, v.consulted = len(v.classes), true
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("the oracle on %s: %w", p.Name(), err)
	}
	return err
}

type visits struct {
	found, repeated, unknown int
	largest                  oracle.Extent
}

func (v *verifier) exploreIn(ctx context.Context, p *model.Program, i int) (problem string, err error) {
	var seen visits
	stats, err := guarded{v.explorers[i]}.Explore(ctx, p, func(e *model.Execution) error {
		seen.largest.Add(e.Events())
		key, err := v.keyer.Key(e.Events())
		if err != nil {
			return err
		}
		switch round, known := v.classes[key]; {
		case !known && v.consulted:
			seen.unknown++
		case round == i+1:
			seen.repeated++
		default:
			seen.found++
			v.classes[key] = i + 1
		}
		return seen.runaway(v.total)
	})
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	v.executed.Executions += stats.Executions
	v.executed.Redundant += stats.Redundant
	if problem := v.judgeClasses(seen); problem != "" {
		if err != nil {
			problem += ", " + err.Error()
		}
		return problem, nil
	}
	if err != nil {
		return err.Error(), nil
	}
	return oracle.Broken(v.algorithm, p, v.expected, stats, seen.largest), nil
}

func (seen visits) runaway(classes int) error {
	if limit := 100*classes + 1000; seen.found+seen.repeated+seen.unknown > limit {
		return fmt.Errorf("stopped after %d executions", limit)
	}
	return nil
}

func (v *verifier) judgeClasses(seen visits) string {
	repeated := seen.repeated
	if !v.algorithm.ExactlyOnce {
		repeated = 0
	}
	return oracle.Describe(v.total, v.total-seen.found, seen.unknown+max(seen.found-v.total, 0), repeated)
}

// guarded turns a panic of an explorer into an error.
type guarded struct{ algos.Explorer }

func (g guarded) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (stats algos.Stats, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return g.Explorer.Explore(ctx, p, visit)
}
