package model_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/operation"
	"dporbench/model/order"
)

// TestClassKeyWhereUpdatesCommute compares the keys of random executions of a program with
// their happens-before relations, by definition.
func TestClassKeyWhereUpdatesCommute(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	same := 0
	for range 300 {
		source := smallprog.Applying(r)
		traces, keys := map[string]string{}, map[string]string{}
		for range 30 {
			m := newMachine(t, source.Build(), behaviour.Limits{Memory: memory.CommutingSC})
			walk(t, m, r)
			key, trace := order.ClassKey(m.Events()), relation(m.Events())
			known, seen := traces[key]
			if seen && known != trace || keys[trace] != "" && keys[trace] != key {
				t.Fatalf("%v\n%v: the key disagrees with the relation", source, m.Events())
			}
			if seen {
				same++
			}
			traces[key], keys[trace] = trace, key
		}
	}
	if same < 1000 {
		t.Errorf("only %d executions were in a class seen before", same)
	}
}

// relation lists the events by thread, with those that happen before each.
func relation(events []event.Event) string {
	hb := before(events)
	var lines []string
	for j, e := range events {
		var past []string
		for i, f := range events {
			if hb[i][j] {
				past = append(past, fmt.Sprint(f))
			}
		}
		slices.Sort(past)
		lines = append(lines, fmt.Sprint(e, past))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestApply: an Apply has the same effect whether it commutes or not, but a different kind of
// event.
func TestApply(t *testing.T) {
	source := smallprog.MustParse("p: x+=3; x-=1; x or=8; x xor=3; x and=13; x max=10; x min=7; x nand=1; a=x")
	want := []event.Kind{event.ApplyAdd, event.ApplyAdd, event.ApplyOr, event.ApplyXor, event.ApplyAnd, event.ApplyMax, event.ApplyMin, event.Update, event.Read}
	for _, under := range memory.Sequences() {
		m := newMachine(t, source.Build(), behaviour.Limits{Memory: under})
		for i, k := range want {
			if under != memory.CommutingSC && k != event.Read {
				k = event.Update
			}
			e, err := m.Step(0)
			if err != nil || e.Kind != k {
				t.Errorf("%v, event %d: a %v, want a %v; error %v", under, i+1, e.Kind, k, err)
			}
		}
		if got := m.Returned(); got != ^(7 & 1) {
			t.Errorf("%v: x becomes %d, want %d", under, got, ^(7 & 1))
		}
	}
}

// TestAppliedTypes: operations on values of two types do not commute, so they are refused.
func TestAppliedTypes(t *testing.T) {
	p := smallprog.MustBuild("p: x+=1; x add8=1; a=x")
	newMachine(t, p, behaviour.Limits{})
	_, err := machine.New(p, behaviour.Limits{Memory: memory.CommutingSC})
	want := "apply add8 to x, to which add is applied elsewhere: where updates commute, the values must be of one type"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// TestAppliesCommute compares, for all operations on small values, whether two of them commute
// with the kinds of their events: events of one kind that Commutes must.
func TestAppliesCommute(t *testing.T) {
	ops := []string{"add", "sub", "and", "or", "xor", "nand", "max", "min"}
	commute := func(f, g model.FetchOp) bool {
		for x := int64(-4); x < 4; x++ {
			for a := int64(-4); a < 4; a++ {
				for b := int64(-4); b < 4; b++ {
					if f.Apply(g.Apply(x, b), a) != g.Apply(f.Apply(x, a), b) {
						return false
					}
				}
			}
		}
		return true
	}
	for _, first := range ops {
		for _, second := range ops {
			m := newMachine(t, smallprog.MustBuild(fmt.Sprintf("p: x %s=1 | q: x %s=1", first, second)), behaviour.Limits{Memory: memory.CommutingSC})
			e, _ := m.Next(0)
			f, _ := m.Next(1)
			op1, _ := operation.ParseFetchOp(first)
			op2, _ := operation.ParseFetchOp(second)
			if got, want := !event.Dependent(e, f), commute(op1, op2); got != want {
				t.Errorf("%s and %s are independent: %v, commute: %v", first, second, got, want)
			}
		}
	}
}
