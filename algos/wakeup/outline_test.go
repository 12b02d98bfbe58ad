package wakeup

import (
	"math/rand/v2"
	"testing"

	"dporbench/model"
)

// TestWeakInitialIsTheDefinition compares the quick answer with WeakInitial, on
// sequences that have lost some of their events since their outline was drawn.
func TestWeakInitialIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	event := func(objects int) model.Event {
		kind := model.Kind(1 + r.IntN(7))
		e := model.Event{Thread: model.ThreadID(r.IntN(6)), Index: 1, Kind: kind, Object: int32(r.IntN(objects))}
		if r.IntN(4) == 0 {
			e.Object += 256 // as good as the one without, to an outline
		}
		return e
	}
	quick := 0
	for range 20000 {
		objects := 1 + r.IntN(20)
		v := make([]model.Event, r.IntN(8))
		for i := range v {
			v[i] = event(objects)
		}
		var p Pool
		p.outline.draw(v)
		for len(v) > 0 && r.IntN(3) == 0 {
			i := r.IntN(len(v))
			v = append(v[:i], v[i+1:]...)
		}
		e := event(objects)
		if p.outline.misses(&e) {
			quick++
		}
		at, ok := p.weakInitial(&e, v)
		wantAt, want := WeakInitial(e, v)
		if at != wantAt || ok != want {
			t.Fatalf("%v in %v: got %d, %v, want %d, %v", e, v, at, ok, wantAt, want)
		}
	}
	if quick < 1000 {
		t.Errorf("the outline told %d times only", quick)
	}
}
