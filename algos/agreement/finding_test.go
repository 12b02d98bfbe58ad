package agreement_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// finding is a program about which explorers differ.
type finding struct {
	program   smallprog.Program
	options   algos.Options
	explorers []explorer
	wrong     []string
	origin    string
}

// find shrinks the program as long as the same explorers are wrong about it in some order, for at most a minute.
func find(explorers []explorer, p smallprog.Program, o algos.Options, atMost int64, origin string) *finding {
	f := &finding{p, o, explorers, compare(explorers, p, o, atMost).wrong, origin}
	until := time.Now().Add(time.Minute)
	smallprog.Shrink(p, func(q smallprog.Program) bool {
		for _, o := range someOrders(f.options) {
			if time.Now().Before(until) && slices.Equal(compare(explorers, q, o, atMost).wrong, f.wrong) {
				f.program, f.options = q, o
				return true
			}
		}
		return false
	})
	return f
}

// someOrders are the order o and others, because a smaller program may be explored differently in the same order.
func someOrders(o algos.Options) []algos.Options {
	orders := []algos.Options{o, {Order: algos.FirstThread, Memory: o.Memory, Preemptions: o.Preemptions}, {Order: algos.LastThread, Memory: o.Memory, Preemptions: o.Preemptions}}
	for seed := range uint64(20) {
		orders = append(orders, algos.Options{Order: algos.RandomThread, Seed: seed, Memory: o.Memory})
	}
	return orders
}

// String shows the program, the problems of each run, by the classes and by the certificate, and how to reproduce it.
func (f *finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n\torder %v, seed %d, under %v; %s\n", f.program, f.options.Order, f.options.Seed, f.options.Memory, f.origin)
	built := f.program.Build()
	want, from := f.classes(built)
	fmt.Fprintf(&b, "\t%d classes, by %s\n", len(want), from)
	for _, x := range f.explorers {
		got, stats, err := algostest.Explore(x.new(f.options), built)
		fmt.Fprintf(&b, "\t%s: %d executions, %d redundant: %s; certificate: %s\n",
			x.name, stats.Executions, stats.Redundant, orRight(err, got.Difference(want)), certified(f.program, x, f.options))
	}
	fmt.Fprintf(&b, "\tdporbench check '%v' --algo %s --order %v --seed %d --memory %v",
		f.program, strings.Join(f.wrong, ","), f.options.Order, f.options.Seed, f.options.Memory)
	return b.String()
}

func orRight(err error, difference string) string {
	switch {
	case err != nil:
		return err.Error()
	case difference == "":
		return "right"
	}
	return difference
}

// classes returns the classes by the oracle or, if it takes too long, by an explorer that agrees with most others.
func (f *finding) classes(p *model.Program) (want algostest.Classes, from string) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	want = algostest.Classes{}
	_, err := exhaustive.New(algos.Options{Memory: f.options.Memory}).Explore(ctx, p, func(e *model.Execution) error {
		want[e.Key()]++
		return nil
	})
	if err == nil {
		return want, "the oracle"
	}
	i := slices.IndexFunc(f.explorers, func(x explorer) bool { return !slices.Contains(f.wrong, x.name) })
	want, _, _ = algostest.Explore(f.explorers[max(i, 0)].new(f.options), p)
	return want, f.explorers[max(i, 0)].name
}
