// Package exhaust checks an algorithm on every program within bounds, so that
// what it says of them is no matter of chance: each class of each program must
// be visited, once if that is promised, whichever thread goes first.
package exhaust

import (
	"fmt"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/smallprog"
)

// Plan says what is to be checked.
type Plan struct {
	Algorithm catalog.Algorithm
	Bounds    []smallprog.Bound
	Orders    []Order
	// Rearrange checks each program with its threads in every order, not only
	// the one that is enumerated.
	Rearrange bool
	// StopAtFirst stops at the first program that fails, in the order of the
	// enumeration.
	StopAtFirst bool
}

// Order is a scheduling order.
type Order struct {
	Order algos.Order
	Seed  uint64 // of RandomThread
}

func (o Order) String() string {
	if o.Order == algos.RandomThread {
		return fmt.Sprintf("%v %d", o.Order, o.Seed)
	}
	return o.Order.String()
}

func (o Order) options() algos.Options { return algos.Options{Order: o.Order, Seed: o.Seed} }

// Orders are both ends of the thread order, and the random orders with seeds
// from 1 to n.
func Orders(n int) []Order {
	orders := []Order{{Order: algos.FirstThread}, {Order: algos.LastThread}}
	for seed := range n {
		orders = append(orders, Order{algos.RandomThread, uint64(seed) + 1})
	}
	return orders
}

// Count is the number of programs to be checked.
func (p Plan) Count() int {
	n := 0
	for _, b := range p.Bounds {
		n += b.Count()
	}
	return n
}
