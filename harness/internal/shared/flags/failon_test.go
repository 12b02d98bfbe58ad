package flags

import "testing"

// TestAsksForRaces: only by its own name; words that stand for several outcomes do not ask for it.
func TestAsksForRaces(t *testing.T) {
	for text, want := range map[string]string{
		"raced": "--fail-on raced", "failed,raced": "--fail-on raced", "failed,deadlocked": "", "any": "", "unexpected": "", "none": "",
		"raced,failed,nonlinearizable,deadlocked,leaked": "--fail-on raced",
	} {
		f, err := parseFailOn(text)
		if got := f.AsksForRaces(); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
}
