package model_test

import (
	"testing"

	"dporbench/model"
)

// TestReadsFromKey: the order of two writes counts only where somebody reads.
func TestReadsFromKey(t *testing.T) {
	write := func(thread model.ThreadID) model.Event {
		return model.Event{Thread: thread, Index: 1, Kind: model.Write}
	}
	read := model.Event{Thread: 2, Index: 1, Kind: model.Read}
	key := model.ReadsFromKey
	for _, c := range []struct {
		what string
		a, b []model.Event
		same bool
	}{
		{"writes that nobody reads", []model.Event{write(0), write(1)}, []model.Event{write(1), write(0)}, true},
		{"a read of another write", []model.Event{write(0), write(1), read}, []model.Event{write(1), write(0), read}, false},
		{"writes after the read", []model.Event{read, write(0), write(1)}, []model.Event{read, write(1), write(0)}, true},
		{"a read of no write", []model.Event{read, write(0)}, []model.Event{write(0), read}, false},
	} {
		if got := key(c.a) == key(c.b); got != c.same {
			t.Errorf("%s: same key %v, want %v", c.what, got, c.same)
		}
	}
	locks := func(first, second model.ThreadID) (all []model.Event) {
		for _, thread := range []model.ThreadID{first, second} {
			all = append(all, model.Event{Thread: thread, Index: 1, Kind: model.Lock}, model.Event{Thread: thread, Index: 2, Kind: model.Unlock})
		}
		return all
	}
	if key(locks(0, 1)) == key(locks(1, 0)) {
		t.Error("the order of critical sections makes no difference")
	}
}
