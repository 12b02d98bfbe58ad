package goprog_test

import (
	"maps"
	"strings"
	"testing"

	"dporbench/frontends/goprog"
	"dporbench/model"
)

// TestWaits: loops that wait are awaits; no other effect of theirs is lost.
func TestWaits(t *testing.T) {
	for function, want := range map[string]map[model.Outcome]int{
		"Flag":    {model.Complete: 1},
		"Plain":   {model.Raced: 1},
		"Both":    {model.Complete: 1, model.AssumeBlocked: 1},
		"Either":  {model.Complete: 1},
		"Forever": {model.Livelocked: 1},
		"Entries": {model.Complete: 1, model.Failed: 1},
		"Runes":   {model.Complete: 3, model.Failed: 1},
		"Counted": {model.Complete: 3, model.Failed: 1},
	} {
		if seen := explore(t, program(t, "./testdata/waits", function), "pop"); !maps.Equal(seen.outcomes, want) {
			t.Errorf("%s: %v, want %v", function, seen.outcomes, want)
		}
	}
}

// TestPolls: a loop whose iterations leave everything as it was waits for others, and for time to pass, whatever it does to look.
func TestPolls(t *testing.T) {
	cut := func(complete, cut int) map[model.Outcome]int {
		return map[model.Outcome]int{model.Complete: complete, model.AssumeBlocked: cut}
	}
	for function, want := range map[string]map[model.Outcome]int{
		"PolledUnderLock": cut(2, 1), "PolledByGetter": cut(4, 1), "PolledChannel": cut(1, 1), "PolledContext": cut(2, 1), "Backoff": {model.Complete: 4},
		"Patient": {model.Complete: 1}, "Impatient": {model.Complete: 3, model.Failed: 1}, "PolledInTime": cut(4, 2), "PolledTwice": cut(2, 2), "Busy": {model.Complete: 1},
		"Deadline": {model.Complete: 3}, "PolledForever": {model.Livelocked: 2}, "SleptForever": {model.Livelocked: 6}, "Permits": cut(6, 2), "Stamped": {model.Complete: 4},
	} {
		seen := explore(t, programWith(t, "./testdata/waits", function, goprog.Options{TimersLast: true}), "pop")
		if !maps.Equal(seen.outcomes, want) {
			t.Errorf("%s: %v, want %v", function, seen.outcomes, want)
		}
	}
}

// TestFreeClock: a reading of a free clock may find that a deadline has passed.
func TestFreeClock(t *testing.T) {
	for free, failed := range map[bool]int{false: 0, true: 1} {
		seen := explore(t, programWith(t, "./testdata/waits", "Expired", goprog.Options{TimersLast: true, ClockFree: free}), "pop")
		if seen.outcomes[model.Failed] != failed {
			t.Errorf("free clock %v: %v", free, seen.outcomes)
		}
	}
}

// TestReadClock: with a clock that readings move, two of them differ, though not in a bubble. All algorithms visit the same executions.
func TestReadClock(t *testing.T) {
	type outcomes = map[model.Outcome]int
	for function, want := range map[string]struct{ standing, moving outcomes }{
		"./testdata/waits Elapsed":    {outcomes{model.Failed: 1}, outcomes{model.Complete: 1}},
		"./testdata/waits Measuring":  {outcomes{model.Complete: 1}, outcomes{model.Complete: 6}},
		"./testdata/bubbles Standing": {outcomes{model.Complete: 1}, outcomes{model.Complete: 1}},
	} {
		pkg, name, _ := strings.Cut(function, " ")
		for _, algorithm := range []string{"pop", "optimal", "source", "exhaustive"} {
			for reads, want := range map[bool]outcomes{false: want.standing, true: want.moving} {
				options := goprog.Options{TimersLast: true, ClockReads: reads}
				if seen := explore(t, programWith(t, pkg, name, options), algorithm); !maps.Equal(seen.outcomes, want) {
					t.Errorf("%s, %s, moving %v: %v %v, want %v", function, algorithm, reads, seen.outcomes, seen.reports, want)
				}
			}
		}
	}
}

// TestBoundedLoops: a loop that changes something is bounded by --unroll, and otherwise refused. One that others can see, but that changes nothing, is
// repeated once for them to see.
func TestBoundedLoops(t *testing.T) {
	if seen := explore(t, program(t, "./testdata/waits", "Observed"), "pop"); seen.outcomes[model.Failed] == 0 {
		t.Errorf("what the loop does is lost: %v", seen.outcomes)
	}
	for _, function := range []string{"Deferred"} {
		_, err := exploreAll(program(t, "./testdata/waits", function), "pop")
		if err == nil || !strings.Contains(err.Error(), "waits.go:") || !strings.Contains(err.Error(), "bound it with --unroll") {
			t.Errorf("%s without a bound: %v", function, err)
		}
		if seen := explore(t, programWith(t, "./testdata/waits", function, goprog.Options{Unroll: 4}), "pop"); seen.outcomes[model.Failed] == 0 {
			t.Errorf("%s: what the loop does is lost: %v", function, seen.outcomes)
		}
	}
}

// TestRefused: unsupported code is refused, with its place, when it is met.
func TestRefused(t *testing.T) {
	for function, want := range map[string]string{
		"Process":       "refused.go:14: os/exec.Command is not supported: package os/exec is",
		"Network":       "refused.go:17: net.Dial is not supported: it reaches out of the program",
		"Reflection":    "refused.go:20: reflect.StructOf is not supported",
		"Address":       "refused.go:24: a number that is not the address of a variable is converted to unsafe.Pointer, which is not supported",
		"Reinterpreted": "refused.go:29: a pointer into x is converted to one to uint64, which is not supported",
		"Formatted":     "refused.go:34: an address is formatted, which is not supported: that of a *int",
		"Random":        "refused.go:37: os/user.Current is not supported",
		"Stuck":         "a loop that does not end",
		"Deep":          "calls inside each other",
		"Variable":      "refused.go:48: variable ErrNotFound of package os/exec is not supported",
		"Endless":       "refused.go:53: this loop has gone round 1000 times",
		"OtherFile":     "outside.go:6: ../files/files.go is not supported: the program's file system has the files of its package's testdata",
		"Parameters":    "function Parameters has parameters",
		"Header":        "refused.go:68: a pointer into s is converted to one to reflect.StringHeader, which is not supported",
		"Crowded":       "mark.Clients with calls = 9 and goroutines = 9 has more than 64 clients: calls must be at most 7, or goroutines at most 3",
		"Alone":         "mark.Clients with calls = 5 and goroutines = 2 has more than 64 clients: calls must be at most 2",
		"Diverse":       "mark.Clients with calls = 1 and goroutines = 2 has more than 64 clients: there must be fewer operations",
		"Missing":       "package dporbench/frontends/goprog/testdata/refused has no function Missing",
	} {
		p, err := load(t, "./testdata/refused").Program(function)
		if err == nil {
			_, err = exploreAll(p, "pop")
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", function, err, want)
		}
	}
	if seen := explore(t, program(t, "./testdata/refused", "Imported"), "pop"); seen.outcomes[model.Complete] != 1 {
		t.Errorf("unsupported code that is only imported: %v", seen.outcomes)
	}
	if _, err := goprog.Load("./nowhere", "F", goprog.Options{}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("no package: %v", err)
	}
}

// TestCutBeside: a goroutine that repeats a loop is not lost where another one is cut off, if the last iteration would have seen something else by now.
func TestCutBeside(t *testing.T) {
	seen := explore(t, programWith(t, "./testdata/waits", "Stressed", goprog.Options{TimersLast: true, Unroll: 2}), "pop")
	if seen.outcomes[model.AssumeBlocked] == 0 || seen.outcomes[model.Leaked] > 0 {
		t.Errorf("%v %v", seen.outcomes, seen.reports)
	}
}
