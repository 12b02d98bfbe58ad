package model_test

import (
	"testing"

	"dporbench/model/event"
	"dporbench/model/order"
)

// TestReadsFromKey: the order of two writes counts only if one of them is read.
func TestReadsFromKey(t *testing.T) {
	write := func(thread event.ThreadID) event.Event {
		return event.Event{Thread: thread, Index: 1, Kind: event.Write}
	}
	read := event.Event{Thread: 2, Index: 1, Kind: event.Read}
	key := order.ReadsFromKey
	for _, c := range []struct {
		what string
		a, b []event.Event
		same bool
	}{
		{"writes that nobody reads", []event.Event{write(0), write(1)}, []event.Event{write(1), write(0)}, true},
		{"a read of another write", []event.Event{write(0), write(1), read}, []event.Event{write(1), write(0), read}, false},
		{"writes after the read", []event.Event{read, write(0), write(1)}, []event.Event{read, write(1), write(0)}, true},
		{"a read of no write", []event.Event{read, write(0)}, []event.Event{write(0), read}, false},
	} {
		if got := key(c.a) == key(c.b); got != c.same {
			t.Errorf("%s: same key %v, want %v", c.what, got, c.same)
		}
	}
	locks := func(first, second event.ThreadID) (all []event.Event) {
		for _, thread := range []event.ThreadID{first, second} {
			all = append(all, event.Event{Thread: thread, Index: 1, Kind: event.Lock}, event.Event{Thread: thread, Index: 2, Kind: event.Unlock})
		}
		return all
	}
	if key(locks(0, 1)) == key(locks(1, 0)) {
		t.Error("the order of critical sections makes no difference")
	}
}
