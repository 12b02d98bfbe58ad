package harness

import (
	"github.com/spf13/pflag"

	"dporbench/smallprog"
)

// bounding are the flags that bound programs which are enumerated.
type bounding struct {
	smallprog.Bound
}

func defaultBounding() bounding {
	return bounding{smallprog.Bound{FewestThreads: 2, Threads: 3, Variables: 2, Accesses: 5, Mutexes: 2, Values: 3}}
}

func (b *bounding) register(flags *pflag.FlagSet) {
	flags.Var(alphabetValue(&b.Alphabet), "alphabet", "rwu, mutex or cas")
	flags.Var(positiveValue(&b.Threads), "threads", "threads of a program at most, at least 2")
	flags.Var(positiveValue(&b.Variables), "variables", "variables at most")
	flags.Var(positiveValue(&b.Accesses), "accesses", "accesses of all threads together at most")
	flags.Var(positiveValue(&b.Mutexes), "mutexes", "mutexes at most, with --alphabet mutex")
	flags.Var(positiveValue(&b.Values), "values", "values of a variable at most, 0 among them, with --alphabet cas")
}

// bounds are those given as arguments, or that of the flags.
func (b *bounding) bounds(flags *pflag.FlagSet, args []string) ([]smallprog.Bound, error) {
	for _, name := range []string{"alphabet", "threads", "variables", "accesses", "mutexes", "values"} {
		if len(args) > 0 && flags.Changed(name) {
			return nil, badUsage("--%s: does not go with bounds as arguments", name)
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
			return nil, usageError{err}
		}
		bounds = append(bounds, bound)
	}
	return bounds, nil
}

// bound is the bound of the flags, without what is not for its alphabet.
func (b *bounding) bound(flags *pflag.FlagSet) (smallprog.Bound, error) {
	bound := b.Bound
	for _, only := range []struct {
		flag     string
		alphabet smallprog.Alphabet
		number   *int
	}{{"mutexes", smallprog.Mutexes, &bound.Mutexes}, {"values", smallprog.CASes, &bound.Values}} {
		if bound.Alphabet == only.alphabet {
			continue
		}
		if flags.Changed(only.flag) {
			return bound, badUsage("--%s: goes with --alphabet %v only", only.flag, only.alphabet)
		}
		*only.number = 0
	}
	if err := bound.Validate(); err != nil {
		return bound, badUsage("--%w", err)
	}
	return bound, nil
}

func alphabetValue(target *smallprog.Alphabet) value[smallprog.Alphabet] {
	return value[smallprog.Alphabet]{target, "ALPHABET", smallprog.ParseAlphabet, smallprog.Alphabet.String}
}
