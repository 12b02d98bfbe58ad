// Package arguments reads a program from a command line: its kind, and the flags of that kind.
package arguments

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
)

// Programs reads the program of a command: BENCH [PARAM...], and the flags of some kinds.
type Programs struct {
	registry *program.Registry
	kinds    []kind
	flags    []*pflag.FlagSet // by kind
	demand   program.Demand   // of any program; "" for none
	// See ReportsOutcomes; or nil.
	asksForRaces func() string
	refused      error    // why rc11 does not take the program, if it was tried
	fixModel     []string // flags; see FollowsOrders
	loaded       func(program.Program, memory.Model)
	command      *cobra.Command // that reads the program; or nil
	remarked     bool           // see remarkNames
}

// Of makes c take a program: it adds the flags of all kinds, and completes the names of benchmarks.
func Of(c *cobra.Command, r *program.Registry) *Programs {
	a := programsOf(r)
	a.command = c
	a.register(c.Flags())
	a.helpByKind(c)
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return r.BenchmarkNames(), cobra.ShellCompDirectiveNoFileComp
	}
	return a
}

func programsOf(r *program.Registry) *Programs {
	a := &Programs{registry: r, kinds: kinds()}
	for _, k := range a.kinds {
		flags := pflag.NewFlagSet(k.title, pflag.ContinueOnError)
		command.Group(flags, k.group, k.flags)
		a.flags = append(a.flags, flags)
	}
	return a
}

func (a *Programs) register(f *pflag.FlagSet) {
	for _, flags := range a.flags {
		f.AddFlagSet(flags)
	}
	command.Group(f, command.Exploring, func(f *pflag.FlagSet) { RegisterLinearizable(f, &a.demand) })
}

// Demands reports whether the program is required to be linearizable.
func (a *Programs) Demands() bool { return a.demand != "" }

// ParseDemanding is Parse for a program of one word, with the demand d unless the command line has another.
func (a *Programs) ParseDemanding(word string, d program.Demand, m memory.Model) (program.Program, error) {
	other := *a
	other.demand = cmp.Or(a.demand, d)
	return other.Parse([]string{word}, m)
}

// Parse reads BENCH [PARAM...] and builds the program, to be explored under a memory model.
func (a *Programs) Parse(words []string, m memory.Model) (program.Program, error) {
	if len(words) == 0 {
		return program.Program{}, cli.Usagef("no program given: name one as 'p: x=1 | q: a=x', as a file in C or a function of Go, or as a benchmark such as lastzero 4; the command list shows all")
	}
	if words = a.withDash(words); strings.HasSuffix(words[0], ".cc") || strings.HasSuffix(words[0], ".cpp") || strings.HasSuffix(words[0], ".cxx") {
		return program.Program{}, cli.Usagef("%s: C++ is not supported, only C", words[0])
	}
	i := a.kindOf(words[0])
	if err := a.onlyFlagsOf(i); err != nil {
		return program.Program{}, err
	}
	k, err := a.kinds[i].read(a.registry, slices.Clone(words))
	if err != nil {
		return program.Program{}, err
	}
	if _, small := k.(program.Small); small {
		a.remarkNames(words[0])
	}
	if k, err = a.withRaces(k); err != nil {
		return program.Program{}, err
	}
	s := a.demand.Of(program.Spec{Kind: k}, m)
	if name := s.String(); strings.ContainsAny(name, "\r\n") {
		return program.Program{}, cli.Usagef("program %q: its name must be one line", name)
	}
	if err := s.CheckMemory(m); err != nil {
		return program.Program{}, err
	}
	p, err := a.load(s)
	if err != nil {
		return p, err
	}
	under, err := a.byOrders(p, words[0], m)
	if err == nil && under != m && a.Demands() {
		return a.Parse(words, under) // its judge is for one memory model
	}
	if err == nil && a.loaded != nil {
		a.loaded(p, under)
	}
	return p, err
}

// remarkNames says once that threads of a small program do not keep their names.
func (a *Programs) remarkNames(text string) {
	renamed, _ := smallprog.CheckNames(text)
	if a.command == nil || a.remarked || len(renamed) == 0 {
		return
	}
	a.remarked = true
	Notes(a.command)(fmt.Sprintf("threads are named p, q, r, ... here, not %s", strings.Join(renamed, ", ")))
}

// withDash returns words with the word that separates the files of a C program from the arguments of its main, which is no argument
// of a command.
func (a *Programs) withDash(words []string) []string {
	if a.command == nil {
		return words
	}
	at := a.command.Flags().ArgsLenAtDash()
	if at <= 0 || at > len(words) || !isCFile(words[0]) {
		return words
	}
	return slices.Insert(slices.Clone(words), at, endOfFiles)
}

// load loads a program, within the limits of the command: some files take long to read, or much memory.
func (a *Programs) load(s program.Spec) (p program.Program, err error) {
	if a.command == nil || a.command.Context() == nil {
		return a.registry.Load(s)
	}
	limitsOf(a.command).Guard(a.command.Context(), "while "+s.String()+" was read", func() { p, err = a.registry.Load(s) })
	return p, err
}

// limitsOf are the values of the flags --timeout and --mem-limit of c, or their defaults where it has none.
func limitsOf(c *cobra.Command) process.Limits {
	l := explore.Defaults().Limits
	if f := c.Flags().Lookup("timeout"); f != nil {
		if t, err := time.ParseDuration(f.Value.String()); err == nil {
			l.Time = t
		}
	}
	if f := c.Flags().Lookup("mem-limit"); f != nil {
		if size, err := value.ParseSize(f.Value.String()); err == nil {
			l.MemLimit = size
		}
	}
	return l
}

func (a *Programs) kindOf(word string) int {
	return slices.IndexFunc(a.kinds, func(k kind) bool { return k.means(word) })
}

func (a *Programs) onlyFlagsOf(kind int) error {
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
// these programs, which are known to build.
func (a *Programs) ParseAll(words []string, m memory.Model) ([]program.Spec, error) {
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
		var all []program.Spec
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
	return []program.Spec{p.Spec}, err
}

// Parse builds the program that the words of a command line name, flags included.
func Parse(r *program.Registry, line []string) (program.Program, error) { return parse(nil, r, line) }

// parse is Parse within the limits of c, or without any if c is nil.
func parse(c *cobra.Command, r *program.Registry, line []string) (program.Program, error) {
	a, flags := programsOf(r), pflag.NewFlagSet("", pflag.ContinueOnError)
	a.command = c
	a.register(flags)
	if err := flags.Parse(line); err != nil {
		return program.Program{}, command.BadFlag(err, flags, "run")
	}
	words := flags.Args()
	if len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !isCFile(w) }) {
		return a.Parse(words, memory.SC)
	}
	// Only a benchmark, the last kind, has parameters: other words are parts of a text or a path with spaces.
	if text := strings.Join(words, " "); a.kindOf(text) < len(a.kinds)-1 {
		words = []string{text}
	}
	return a.Parse(words, memory.SC)
}

// ParseRecorded builds the program named in a certificate or recording, within the limits of c unless it is nil: see
// [program.Spec.Recorded].
func ParseRecorded(c *cobra.Command, r *program.Registry, name string, params []int) (program.Program, error) {
	words, err := program.Split(name)
	if err != nil || program.Quote(words) != name {
		words = strings.Split(name, " ") // a small program or a client, or of an earlier version, which did not quote
	}
	for _, n := range params {
		words = append(words, strconv.Itoa(n))
	}
	return parse(c, r, words)
}
