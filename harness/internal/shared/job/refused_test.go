package job

import (
	"errors"
	"testing"

	"dporbench/algos"
	"dporbench/model"
)

// TestRefused: a program that is refused for something unsupported is not refused for its timers.
func TestRefused(t *testing.T) {
	byAlgorithm := func(needs, excludes algos.Feature) error {
		f := algos.Features{}
		return errors.Join(f.Declare(needs), f.Declare(excludes))
	}
	for _, test := range []struct {
		err             error
		refused, timers bool
	}{
		{byAlgorithm(algos.NoPasses, algos.Passes), true, true},
		{byAlgorithm(algos.NoGuards, algos.Guards), true, false},
		{&model.UsageError{Problem: "os.Getenv is not supported", Unsupported: true}, true, false},
		{&model.UsageError{Problem: "a mistake"}, false, false},
		{errors.New("another error"), false, false},
	} {
		if got := refused(test.err); got != test.refused {
			t.Errorf("%v: refused %v, want %v", test.err, got, test.refused)
		}
		if got := refusesToPass(test.err); got != test.timers {
			t.Errorf("%v: for its timers: %v, want %v", test.err, got, test.timers)
		}
	}
}
