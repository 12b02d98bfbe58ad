package sample

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/algos/samplers"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
)

// settings holds the flags of both commands.
type settings struct {
	explore.Settings
	methods []samplers.Method
	runs    int64
	asJSON  bool
	out     string
}

func newSettings(runs int64) settings {
	return settings{Settings: explore.Defaults(), methods: allMethods(), runs: runs}
}

func allMethods() (all []samplers.Method) {
	for _, name := range samplers.Names() {
		m, _ := samplers.Lookup(name)
		all = append(all, m)
	}
	return all
}

func (s *settings) register(f *pflag.FlagSet, runs string) {
	f.Var(methodsOf(&s.methods), "algo", "samplers, separated by commas: "+strings.Join(samplers.Names(), ", ")+", pct-D for PCT of depth D, or all")
	f.Var(value.Optional(&s.runs), "runs", runs)
	f.Var(value.Seed(&s.Seed), "seed", "seed of all random choices")
	f.Var(value.Positive(&s.MaxSteps), "max-steps", "limit of the length of an execution, in events; a longer one is reported as non-terminating")
	f.Var(value.Duration(&s.Time), "timeout", "wall-clock limit of the whole command")
	f.Var(value.Size(&s.MemLimit), "mem-limit", "limit of the resident memory")
	flags.RegisterMemory(&s.Memory, f)
	f.BoolVar(&s.asJSON, "json", false, "print one JSON object for each sampler, on a line of its own")
	f.StringVar(&s.out, "out", "", "`FILE` (CSV) to add the classes seen after 1, 2, ... runs to, for the command plot")
}

func methodsOf(target *[]samplers.Method) value.Value[[]samplers.Method] {
	choices := append(samplers.Names(), "pct-D", "all")
	return value.Chosen(target, "NAMES", choices, func(text string) (list []samplers.Method, err error) {
		if text == "all" {
			return allMethods(), nil
		}
		for name := range strings.SplitSeq(text, ",") {
			m, ok := samplers.Lookup(name)
			if !ok {
				return nil, command.Unknown("sampler", name, choices)
			}
			if slices.Contains(namesOf(list), name) {
				return nil, fmt.Errorf("%s is named twice", name)
			}
			list = append(list, m)
		}
		return list, nil
	}, func(list []samplers.Method) string {
		if slices.Equal(namesOf(list), samplers.Names()) {
			return "all"
		}
		return strings.Join(namesOf(list), ",")
	})
}

func namesOf(list []samplers.Method) (names []string) {
	for _, m := range list {
		names = append(names, m.Name)
	}
	return names
}

// profile returns the facts about p that the samplers require, or nil if none requires any.
func (s *settings) profile(ctx context.Context, p program.Program) (*samplers.Profile, error) {
	if !slices.ContainsFunc(s.methods, func(m samplers.Method) bool { return m.Profiled }) {
		return nil, nil
	}
	return samplers.NewProfile(ctx, s.options(), p.Program)
}

func (s *settings) options() algos.Options {
	return algos.Options{Seed: s.Seed, MaxSteps: s.MaxSteps, Memory: s.Memory}
}

// optionsFor returns the options for runs of a sampler.
func (s *settings) optionsFor(m samplers.Method) algos.Options {
	o := s.options()
	o.Places = m.Placed
	return o
}
