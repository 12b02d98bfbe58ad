package algostest

import (
	"errors"
	"fmt"
	"math"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/algos/oracle"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/event"
)

type violation struct {
	options algos.Options // of the exploration
	what    string        // in one line
	class   string        // the key of a class that shows it, or ""
	late    bool          // it did not end in time, so it is not worth repeating
}

func violationOf(err error) *violation {
	return &violation{what: err.Error(), late: errors.Is(err, errLate)}
}

// againstOracle compares the classes visited with each of the options with the classes of the oracle. Programs with
// more than atMost executions are skipped. The first options set the memory model.
func (k kit) againstOracle(p smallprog.Program, options []algos.Options, atMost int) (f *violation, tried bool) {
	built := p.Build()
	keyer := k.keyer(built, options)
	defer keyer.Close()
	want, err := k.visit(exhaustive.New(algos.Options{Memory: options[0].Memory, Preemptions: options[0].Preemptions}), built, how{atMost: atMost, keyer: keyer})
	if errors.Is(err, errTooMany) {
		return nil, false
	}
	if err != nil {
		return &violation{what: "the oracle: " + err.Error()}, true
	}
	return k.compareAll(options, built, how{atMost: k.visitBound(want), keyer: keyer}, want)
}

// keyer returns a Keyer of the algorithm's equivalence, under the memory model of the first options.
func (k kit) keyer(p *model.Program, options []algos.Options) *equivalence.Keyer {
	return k.Equivalence.NewKeyer(p, options[0].Memory)
}

// compareAll compares the classes visited with each of the options with those wanted.
func (k kit) compareAll(options []algos.Options, p *model.Program, h how, want visited) (f *violation, tried bool) {
	if _, bounded := options[0].Preemptions.Limit(); bounded {
		k.Optimal = false // explorations beyond the bound are redundant
	}
	for _, o := range options {
		got, err := k.visit(k.New(o), p, h)
		if k.undecided(got, err, want) {
			return nil, false
		}
		if f := k.compare(got, err, want); f != nil {
			f.options = o
			return f, true
		}
	}
	return nil, true
}

// againstItself compares the classes visited, threads explored first to last, with those visited with each of the
// options, and with the threads declared in other orders. It needs no oracle.
func (k kit) againstItself(p smallprog.Program, options []algos.Options, atMost int) (f *violation, tried bool) {
	built, first := p.Build(), algos.Options{Memory: options[0].Memory}
	keyer := k.keyer(built, options)
	defer keyer.Close()
	want, err := k.visit(k.New(first), built, how{atMost: atMost, keyer: keyer})
	if errors.Is(err, errTooMany) {
		return nil, false
	}
	if err != nil {
		return violationOf(err), true
	}
	for key := range want.classes {
		want.classes[key] = 1
	}
	want.outcomes = oracle.OutcomesOf(want.stats)
	h := how{atMost: k.visitBound(want), keyer: keyer}
	if f, tried = k.compareAll(options, built, h, want); f != nil {
		f.what += ", compared with threads explored first to last"
	}
	for _, order := range declarations(len(p.Threads)) {
		if f != nil || !tried {
			break
		}
		other := permuted(p, order)
		h.rename = unpermuted(order)
		if f, tried = k.compareAll([]algos.Options{first}, other.Build(), h, want); f != nil {
			f.what += fmt.Sprintf(", with the threads declared in another order: %v", other)
		}
	}
	return f, tried
}

// visitBound is the number of executions that an exploration may visit. More would be repetition; an algorithm that
// may repeat classes is stopped there only to save time.
func (k kit) visitBound(want visited) int {
	switch {
	case k.Samples:
		return math.MaxInt
	case k.ExactlyOnce:
		return 20*len(want.classes) + 100
	}
	return max(100*len(want.classes)+1000, int(want.stats.Executions))
}

// undecided reports whether an algorithm that may repeat classes was stopped before it had visited all of them.
func (k kit) undecided(got visited, err error, want visited) bool {
	return errors.Is(err, errTooMany) && !k.ExactlyOnce && len(got.classes.Compare(want.classes).Missing) > 0
}

// compare judges an exploration that visited got and ended with err.
func (k kit) compare(got visited, err error, want visited) *violation {
	d := got.classes.Compare(want.classes)
	if !k.ExactlyOnce {
		d.Repeated, d.Repetitions = nil, 0
	}
	if k.Samples {
		d.Missing = nil
	}
	class := d.First()
	switch {
	case errors.Is(err, errTooMany) && k.ExactlyOnce:
		return &violation{what: fmt.Sprintf("visits more than %d executions of only %d classes", k.visitBound(want), len(want.classes)), class: class}
	case err != nil && !errors.Is(err, errTooMany):
		return violationOf(err)
	case d.String() != "":
		return &violation{what: d.String(), class: class}
	}
	if broken := oracle.Broken(k.Algorithm, got.program, want.outcomes, got.stats, got.largest); broken != "" {
		return &violation{what: broken}
	}
	return nil
}

// declarations returns all rotations of n threads, and the reverse, as orders to declare them in.
func declarations(n int) [][]int {
	var orders [][]int
	add := func(threadAt func(i int) int) {
		order := make([]int, n)
		for i := range order {
			order[i] = threadAt(i)
		}
		orders = append(orders, order)
	}
	for first := 1; first < n; first++ {
		add(func(i int) int { return (first + i) % n })
	}
	if n > 2 {
		add(func(i int) int { return n - 1 - i })
	}
	return orders
}

func permuted(p smallprog.Program, order []int) smallprog.Program {
	threads := make([][]smallprog.Statement, len(order))
	for i, t := range order {
		threads[i] = p.Threads[t]
	}
	return smallprog.Program{Threads: threads}
}

// unpermuted turns events of permuted(p, order) into events of p. Threads started by others keep
// their numbers, since order.ClassKey names them by their parents.
func unpermuted(order []int) func(events []event.Event) []event.Event {
	var renamed []event.Event
	name := func(t int32) int32 {
		if int(t) < len(order) {
			return int32(order[t])
		}
		return t
	}
	return func(events []event.Event) []event.Event {
		renamed = renamed[:0]
		for _, e := range events {
			e.Thread = event.ThreadID(name(int32(e.Thread)))
			if e.Kind.OnThread() {
				e.Object = name(e.Object)
			}
			if e.IsFlush() {
				e.Partner = event.ThreadID(name(int32(e.Issuer()))) + 1
			}
			renamed = append(renamed, e)
		}
		return renamed
	}
}
