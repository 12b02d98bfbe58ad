// Package exhaust checks an algorithm on every program within bounds, which leaves
// nothing to chance: each class of each program must be visited, once if that is
// promised, whichever thread goes first.
package exhaust

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// Plan selects the programs to check, the algorithm, and the orders.
type Plan struct {
	Algorithm catalog.Algorithm
	Bounds    []smallprog.Bound
	Orders    []Order
	// Rearrange checks each program with its threads in every order, not only
	// in the enumerated one.
	Rearrange bool
	// StopAtFirst stops at the first program that fails, in the order of the
	// enumeration.
	StopAtFirst bool
	Jobs        int // shards checked in parallel; 0 means one for each processor
}

// Order is a scheduling order, with its seed if it is random, the memory model and the bound of preemptions.
type Order algos.Options

func (o Order) String() string {
	name := o.Order.String()
	if o.Order == algos.RandomThread {
		name = fmt.Sprintf("%v %d", o.Order, o.Seed)
	}
	if o.Memory != memory.SC {
		name += fmt.Sprintf(" under %v", o.Memory)
	}
	if k, any := o.Preemptions.Limit(); any {
		name += fmt.Sprintf(" with at most %d preemptions", k)
	}
	return name
}

// Bounded sets the bound of preemptions of the orders, and returns them.
func Bounded(orders []Order, b algos.Bound) []Order {
	for i := range orders {
		orders[i].Preemptions = b
	}
	return orders
}

// Orders returns both ends of the thread order, and the random orders with seeds
// from 1 to n, under a memory model.
func Orders(n int, m memory.Model) []Order {
	orders := []Order{{Order: algos.FirstThread, Memory: m}, {Order: algos.LastThread, Memory: m}}
	for seed := range n {
		orders = append(orders, Order{Order: algos.RandomThread, Seed: uint64(seed) + 1, Memory: m})
	}
	return orders
}

func (p Plan) orders() (names []string) {
	for _, o := range p.Orders {
		names = append(names, o.String())
	}
	return names
}

// Count is the number of programs to be checked.
func (p Plan) Count() int {
	n := 0
	for _, b := range p.Bounds {
		n += b.Count()
	}
	return n
}

// shardSize is about half a second's work, so that little is lost when a run is interrupted.
const shardSize = 512

type shard struct {
	number   int // from 0, counting across all bounds
	bound    int
	programs []smallprog.Program
}

// shards cuts the enumeration into parts, each with programs of a single bound.
func (p Plan) shards() iter.Seq[shard] {
	return func(yield func(shard) bool) {
		next := shard{}
		flush := func() bool {
			full := next
			next = shard{number: full.number + 1, bound: full.bound}
			return yield(full)
		}
		for i, b := range p.Bounds {
			next.bound = i
			for program := range b.Programs() {
				next.programs = append(next.programs, program)
				if len(next.programs) == shardSize && !flush() {
					return
				}
			}
			if len(next.programs) > 0 && !flush() {
				return
			}
		}
	}
}

func (p Plan) check(ctx context.Context, v *verifier, s shard) (f Findings, err error) {
	for _, program := range s.programs {
		err = p.checkOne(ctx, v, s.bound, program, &f)
		if err != nil || p.StopAtFirst && len(f.Failures) > 0 {
			break
		}
	}
	return f, err
}

func (p Plan) checkOne(ctx context.Context, v *verifier, bound int, program smallprog.Program, f *Findings) error {
	t := Tally{Bound: bound, Threads: len(program.Threads), Accesses: accesses(program), Programs: 1}
	arrangements := slices.Values([]smallprog.Program{program})
	if p.Rearrange {
		arrangements = program.Arrangements()
	}
	verify := v.verify
	for arranged := range arrangements {
		failure, err := verify(ctx, arranged)
		if err != nil {
			return err
		}
		if failure != nil && t.Failing == 0 {
			t.Failing = 1
			f.fail(*failure)
		}
		t.Classes = int64(v.total) // the same for all
		t.Most = t.Classes
		t.Executions += v.executed.Executions
		t.Redundant += v.executed.Redundant
		verify = v.verifyAgain
	}
	f.add(t)
	return nil
}

func accesses(p smallprog.Program) int {
	n := 0
	for _, body := range p.Threads {
		n += len(body)
	}
	return n
}
