package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/value"
)

// Bound holds the flags that bound the programs to enumerate.
type Bound struct{ smallprog.Bound }

// NewBound returns the defaults of the flags.
func NewBound() Bound {
	return Bound{smallprog.Bound{FewestThreads: 2, Threads: 3, Variables: 2, Accesses: 5, Mutexes: 2, Values: 3}}
}

func (b *Bound) Register(flags *pflag.FlagSet) {
	flags.Var(value.Parsed(&b.Alphabet, "ALPHABET", smallprog.ParseAlphabet, smallprog.Alphabet.String), "alphabet", "rwu, mutex, cas, await, choice, fence, apply or order")
	RegisterSizes(&b.Bound, flags, "maximum accesses of all threads together")
	flags.Var(value.Positive(&b.Mutexes), "mutexes", "maximum number of mutexes, with --alphabet mutex")
	flags.Var(value.Positive(&b.Values), "values", "maximum number of values of a variable, including 0, with --alphabet cas or await")
}

// RegisterSizes adds the flags that apply to every program.
func RegisterSizes(b *smallprog.Bound, flags *pflag.FlagSet, accesses string) {
	flags.Var(value.Positive(&b.Threads), "threads", "maximum threads of a program, at least 2")
	flags.Var(value.Positive(&b.Variables), "variables", "maximum number of variables")
	flags.Var(value.Positive(&b.Accesses), "accesses", accesses)
}

// Bounds are the bounds given as arguments, or else the bound of the flags.
func (b *Bound) Bounds(flags *pflag.FlagSet, args []string) ([]smallprog.Bound, error) {
	for _, name := range []string{"alphabet", "threads", "variables", "accesses", "mutexes", "values"} {
		if len(args) > 0 && flags.Changed(name) {
			return nil, cli.Usagef("--%s: does not go with bounds as arguments", name)
		}
	}
	if len(args) == 0 {
		bound, err := b.bound(flags)
		return []smallprog.Bound{bound}, err
	}
	var bounds []smallprog.Bound
	for _, text := range args {
		bound, err := smallprog.ParseBound(text)
		if err != nil {
			return nil, cli.Usage(err)
		}
		bounds = append(bounds, bound)
	}
	return bounds, nil
}

// bound zeroes what does not apply to the alphabet.
func (b *Bound) bound(flags *pflag.FlagSet) (smallprog.Bound, error) {
	bound := b.Bound
	for _, only := range []struct {
		flag      string
		alphabets []smallprog.Alphabet
		number    *int
	}{
		{"mutexes", []smallprog.Alphabet{smallprog.Mutexes}, &bound.Mutexes},
		{"values", []smallprog.Alphabet{smallprog.CASes, smallprog.Awaits}, &bound.Values},
	} {
		if slices.Contains(only.alphabets, bound.Alphabet) {
			continue
		}
		if flags.Changed(only.flag) {
			names := strings.Trim(strings.ReplaceAll(fmt.Sprint(only.alphabets), " ", " or "), "[]")
			return bound, cli.Usagef("--%s: goes with --alphabet %s only", only.flag, names)
		}
		*only.number = 0
	}
	if err := bound.Validate(); err != nil {
		return bound, cli.Usagef("--%w", err)
	}
	return bound, nil
}
