package event_test

import (
	"testing"

	"dporbench/model/event"
)

// TestHash: lists, maps and texts differ from others of the same content, divided otherwise.
func TestHash(t *testing.T) {
	met := map[uint64]string{}
	for name, add := range map[string]func(h *event.Hash){
		"nothing":        func(*event.Hash) {},
		"no text":        func(h *event.Hash) { h.Text("") },
		"a text":         func(h *event.Hash) { h.Text("ab") },
		"two texts":      func(h *event.Hash) { h.Text("a"); h.Text("b") },
		"a long text":    func(h *event.Hash) { h.Text("abcdefgh") },
		"a longer text":  func(h *event.Hash) { h.Text("abcdefghi") },
		"another end":    func(h *event.Hash) { h.Text("abcdefghj") },
		"a zero":         func(h *event.Hash) { h.Text("abcdefgh\x00") },
		"a list":         func(h *event.Hash) { h.List([]int64{1, 2}) },
		"two lists":      func(h *event.Hash) { h.List([]int64{1}); h.List([]int64{2}) },
		"a map":          func(h *event.Hash) { h.Map(map[int64]int64{1: 2}) },
		"a map back":     func(h *event.Hash) { h.Map(map[int64]int64{2: 1}) },
		"two entries":    func(h *event.Hash) { h.Map(map[int64]int64{1: 2, 2: 1}) },
		"numbers":        func(h *event.Hash) { h.Numbers(1, 2) },
		"other numbers":  func(h *event.Hash) { h.Numbers(2, 1) },
		"an extra zero":  func(h *event.Hash) { h.Numbers(1, 2, 0) },
		"a leading zero": func(h *event.Hash) { h.Numbers(0, 1, 2) },
	} {
		h := &event.Hash{}
		add(h)
		if other, known := met[h.Sum]; known {
			t.Errorf("%s and %s have the same hash", name, other)
		}
		met[h.Sum] = name
	}
	bytes, text := &event.Hash{}, &event.Hash{}
	bytes.Bytes([]byte("abcdefghi"))
	if text.Text("abcdefghi"); bytes.Sum != text.Sum {
		t.Error("bytes have another hash than a text")
	}
}
