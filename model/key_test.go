package model_test

import (
	"math/rand/v2"
	"testing"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/order"
)

// TestKeyerUsedAgain compares the keys of one Keyer with those of fresh ones, on
// executions of programs of all sizes.
func TestKeyerUsedAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	var keyer order.Keyer
	var key []byte
	for p := range programs(r, 500) {
		m := newMachine(t, p.Build(), behaviour.Limits{})
		walk(t, m, r)
		key = keyer.Append(key[:0], m.Events())
		if want := order.ClassKey(m.Events()); string(key) != want {
			t.Fatalf("%v\n%v: key %q, want %q", p, m.Events(), key, want)
		}
	}
	events := []event.Event{{Thread: 0, Index: 1, Kind: event.Write}, {Thread: 1, Index: 1, Kind: event.Read}}
	if n := testing.AllocsPerRun(100, func() { key = keyer.Append(key[:0], events) }); n > 0 {
		t.Errorf("%v allocations for a key", n)
	}
}
