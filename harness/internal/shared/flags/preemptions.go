package flags

import (
	"math"

	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
)

// RegisterPreemptions adds the flag that bounds preemptions.
func RegisterPreemptions(b *algos.Bound, flags *pflag.FlagSet) {
	flags.Var(value.Parsed(b, "K", func(text string) (algos.Bound, error) {
		if text == algos.Bound(0).String() {
			return 0, nil
		}
		k, err := value.ParseFrom(0, math.MaxInt16, text)
		return algos.AtMost(k), err
	}, algos.Bound.String), "preemptions", "only classes that have an execution with at most K preemptions: switches from a thread that could have continued")
}

// CheckPreemptions returns an error if preemptions are bounded where they cannot be.
func CheckPreemptions(b algos.Bound, m memory.Model) error {
	if _, any := b.Limit(); any && m != memory.SC {
		return cli.Usagef("--preemptions %v: preemptions are bounded under sc only, not under --memory %v", b, m)
	}
	return nil
}
