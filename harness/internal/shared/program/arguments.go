package program

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/cli"
	"dporbench/model/memory"
)

// Arguments are how a command takes a program: BENCH [PARAM...], and the flags of some kinds.
type Arguments struct {
	registry *Registry
	kinds    []kind
	flags    []*pflag.FlagSet // by kind
	demand   Demand           // of any program; "" is none
}

// TakenBy makes c take a program: it adds the flags of all kinds, and completes the names of benchmarks.
func (r *Registry) TakenBy(c *cobra.Command) *Arguments {
	a := r.arguments()
	for _, flags := range a.flags {
		c.Flags().AddFlagSet(flags)
	}
	registerLinearizable(c.Flags(), &a.demand)
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return r.BenchmarkNames(), cobra.ShellCompDirectiveNoFileComp
	}
	return a
}

func (r *Registry) arguments() *Arguments {
	a := &Arguments{registry: r, kinds: kinds()}
	for _, k := range a.kinds {
		flags := pflag.NewFlagSet(k.name, pflag.ContinueOnError)
		k.flags(flags)
		a.flags = append(a.flags, flags)
	}
	return a
}

// Demands reports whether it is demanded that the program is linearizable.
func (a *Arguments) Demands() bool { return a.demand != "" }

// ParseDemanding is Parse for a program of one word, of which d is demanded unless the command line demands something else.
func (a *Arguments) ParseDemanding(word string, d Demand, m memory.Model) (Program, error) {
	other := *a
	other.demand = cmp.Or(a.demand, d)
	return other.Parse([]string{word}, m)
}

// Parse reads BENCH [PARAM...] and builds the program, to be explored under a memory model.
func (a *Arguments) Parse(words []string, m memory.Model) (Program, error) {
	if len(words) == 0 {
		return Program{}, cli.Usagef("no benchmark given: must be one of %s", strings.Join(a.registry.BenchmarkNames(), ", "))
	}
	i := slices.IndexFunc(a.kinds, func(k kind) bool { return k.means(words[0]) })
	if err := a.onlyFlagsOf(i); err != nil {
		return Program{}, err
	}
	k, err := a.kinds[i].read(a.registry, slices.Clone(words))
	if err != nil {
		return Program{}, err
	}
	if a.demand != "" {
		k = Linearizable{Spec{k}, a.demand, m}
	}
	if err := k.CheckMemory(m); err != nil {
		return Program{}, err
	}
	return a.registry.Load(Spec{k})
}

func (a *Arguments) onlyFlagsOf(kind int) error {
	for i, flags := range a.flags {
		var given []string
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Changed && a.flags[kind].Lookup(f.Name) == nil {
				given = append(given, "--"+f.Name)
			}
		})
		if i != kind && len(given) > 0 {
			return cli.Usagef("%s: goes with %s only", strings.Join(given, ", "), a.kinds[i].title)
		}
	}
	return nil
}

// ParseAll reads BENCH [PARAM...] where a parameter may be a range such as 3-8, and returns all
// these programs. They can be built.
func (a *Arguments) ParseAll(words []string, m memory.Model) ([]Spec, error) {
	for i := 1; i < len(words); i++ {
		first, last, isRange := strings.Cut(words[i], "-")
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if !isRange || err != nil || err2 != nil || from > to {
			continue
		}
		const most = 1000
		if to-from >= most {
			return nil, cli.Usagef("parameter %s: must be a range of at most %d numbers", words[i], most)
		}
		var all []Spec
		for n := from; n <= to; n++ {
			specs, err := a.ParseAll(slices.Concat(words[:i], []string{strconv.Itoa(n)}, words[i+1:]), m)
			if err != nil {
				return nil, err
			}
			all = append(all, specs...)
		}
		return all, nil
	}
	p, err := a.Parse(words, m)
	return []Spec{p.Spec}, err
}

// Parse reads words of a command line, without flags, and builds the program.
func (r *Registry) Parse(words []string) (Program, error) {
	return r.arguments().Parse(words, memory.SC)
}

// ParseRecorded builds the program that a text file names: certificates and recordings, which
// people read, have the words of the command line on one line, and the parameters of a benchmark apart.
func (r *Registry) ParseRecorded(name string, params []int) (Program, error) {
	a := r.arguments()
	if before, demand, ok := strings.Cut(name, " --"+linearizableFlag+"="); ok {
		name, a.demand = before, Demand(demand)
		if benchmark, params, _ := strings.Cut(name, " "); slices.Contains(r.BenchmarkNames(), benchmark) {
			return a.Parse(append([]string{benchmark}, strings.Fields(params)...), memory.SC)
		}
	}
	words := []string{name}
	first, rest, _ := strings.Cut(name, " -")
	for i, k := range a.kinds {
		if a.flags[i].HasFlags() && k.means(first) {
			if err := a.flags[i].Parse(strings.Fields("-" + rest)); err != nil {
				return Program{}, cli.Usagef("%s: %w", first, err)
			}
			words = []string{first}
		}
	}
	for _, n := range params {
		words = append(words, strconv.Itoa(n))
	}
	return a.Parse(words, memory.SC)
}
