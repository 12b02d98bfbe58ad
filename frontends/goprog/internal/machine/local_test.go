package machine

import (
	"testing"

	"dporbench/frontends/goprog/internal/memory"
)

// calling returns a goroutine in a function that a native has called, with another native below.
func calling() *Thread {
	live := func() *Liveness {
		return &Liveness{Registers: [][][]int{{{0}}}, Loops: [][]int{nil}, Loaded: make([]bool, 1)}
	}
	th := &Thread{}
	th.top = &Frame{Th: th, code: &Code{ID: "f", Live: live}, R: make([]value, 1)}
	th.natives = []call{{code: &Code{ID: "native a"}}, {code: &Code{ID: "native b"}, entered: entered{frames: 1}}}
	return th
}

// TestLocalStatesOfCalls covers the parts that no known program shows. Natives that call functions, and functions that natives call, may depend on
// their places among each other, and on the results that a caller had before.
func TestLocalStatesOfCalls(t *testing.T) {
	plain := calling().localState()
	if plain == 0 || plain != calling().localState() {
		t.Fatal("no local state, or not always the same")
	}
	for name, change := range map[string]func(*Thread){
		"place of a native":        func(th *Thread) { th.natives[0].frames = 1 },
		"results before a native":  func(th *Thread) { th.natives[1].outer.results = 1 },
		"results before a call":    func(th *Thread) { th.top.outer.results = 1 },
		"number of deferred calls": func(th *Thread) { th.top.defers = append(th.top.defers, deferred{}) },
		"number of groups":         func(th *Thread) { th.groups = append(th.groups, &joined{}) },
	} {
		th := calling()
		if change(th); th.localState() == plain {
			t.Errorf("%s: equal local states", name)
		}
	}
	for name, change := range map[string]func(*Thread){
		"memory before a native":    func(th *Thread) { th.natives[1].outer.vague = true },
		"memory before a call":      func(th *Thread) { th.top.outer.vague = true },
		"memory since":              func(th *Thread) { th.since.vague = true },
		"a panic":                   func(th *Thread) { th.panicked = true },
		"a function with variables": func(th *Thread) { th.top.R[0] = value{R: &memory.Closure{Fn: CapturingFunction("c", nil)}} },
		"deferring for others": func(th *Thread) {
			th.top.code.Live = func() *Liveness { return &Liveness{Registers: [][][]int{nil}, Loops: [][]int{nil}, Vague: true} }
		},
	} {
		th := calling()
		if change(th); th.localState() != 0 {
			t.Errorf("%s: a local state, and it is not known", name)
		}
	}
}
