package program

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/value"
	"dporbench/model"
	"dporbench/model/memory"
)

// GoFunction is a function of a Go package: one without parameters, or a test.
type GoFunction struct {
	Package  string    `json:"package"` // as the go command takes it: ./queue, or an import path
	Function string    `json:"function"`
	Options  GoOptions `json:"options"`
}

// GoOptions are those of package goprog of the same names.
type GoOptions struct {
	Unroll, Settle int
	Short          bool
	TimersLast     bool   `json:",omitempty"`
	Repetitions    int    `json:",omitempty"`
	AnyOrder       bool   `json:",omitempty"`
	Std            bool   `json:",omitempty"`
	Known          string `json:",omitempty"`
}

// Timers are the values of the flag for when timers fire.
var Timers = []string{"any", "last"}

// TimersUsage explains them.
const TimersUsage = "when timers fire: at any moment, or last, where nothing else can move, so that other executions count as assume-blocked"

// StdUsage explains the flag for the code of package sync.
const StdUsage = "execute the code of package sync, over the semaphores of the runtime, in place of steps for its operations"

// The orders of ranges over maps.
const (
	inOrder  = "set"
	anyOrder = "any"
)

// GoLoader makes a program of a function of a Go package. What that takes is not linked into every command.
type GoLoader func(GoFunction) (*model.Program, error)

// WithGo returns the registry with a way to load Go functions.
func (r *Registry) WithGo(load GoLoader) *Registry {
	with := *r
	with.loadGo = load
	return &with
}

// IsGo reports whether the program is a Go function.
func (s Spec) IsGo() bool {
	_, ok := s.Plain().Kind.(GoFunction)
	return ok
}

// goFunction is ./folder:Function, or import/path:Function.
var goFunction = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\.|[^\s:|=]*/[^\s:|=]*):[\pL_][\pL\d_]*$`) })

func goFunctions(unroll *int64) kind {
	settle, repeat, short, std, known, maps, timers := int64(0), int64(0), false, false, "", inOrder, Timers[0]
	k := newKind[GoFunction]("go", "a Go function", func(word string) bool { return goFunction().MatchString(word) }, func(_ *Registry, words []string) (Kind, error) {
		pkg, function, _ := strings.Cut(words[0], ":")
		return GoFunction{pkg, function, GoOptions{Unroll: int(*unroll), Settle: int(settle), Short: short, Repetitions: int(repeat), Known: known, AnyOrder: maps == anyOrder, Std: std, TimersLast: timers == Timers[1]}}, noParameters(words)
	})
	k.flags = func(f *pflag.FlagSet) {
		f.Var(value.Optional(unroll), "unroll", "")
		f.Var(value.Optional(&settle), "settle", "for a Go function: executions at random that show what is shared and written before the program is explored")
		f.Var(value.Optional(&repeat), "repetitions", "for a Go function: how often loops go round that count from 0 to a constant of 10 or more")
		f.StringVar(&known, "known", "", "for a Go function: `FACTS` that an exploration has found out about it, which these do not show, with commas between them")
		f.Var(value.OneOf(&maps, "ORDER", []string{inOrder, anyOrder}), "maps", "for a Go function: the order in which ranges over maps take entries: set, in which keys were first set, or any, which is a choice for each entry")
		f.BoolVar(&short, "short", false, "for a Go function: testing.Short is true")
		f.BoolVar(&std, "std", false, "for a Go function: "+StdUsage)
		f.Var(value.OneOf(&timers, "WHEN", Timers), "timers", "for a Go function: "+TimersUsage)
	}
	return k
}

// Words are the function and its options: "./queue:TestClose", "--unroll=3".
func (g GoFunction) Words() []string {
	words := []string{g.Package + ":" + g.Function}
	if g.Options.Unroll > 0 {
		words = append(words, "--unroll="+strconv.Itoa(g.Options.Unroll))
	}
	if g.Options.Settle > 0 {
		words = append(words, "--settle="+strconv.Itoa(g.Options.Settle))
	}
	if g.Options.Repetitions > 0 {
		words = append(words, "--repetitions="+strconv.Itoa(g.Options.Repetitions))
	}
	if g.Options.AnyOrder {
		words = append(words, "--maps="+anyOrder)
	}
	if g.Options.Known != "" {
		words = append(words, "--known="+g.Options.Known)
	}
	if g.Options.Short {
		words = append(words, "--short")
	}
	if g.Options.Std {
		words = append(words, "--std")
	}
	if g.Options.TimersLast {
		words = append(words, "--timers="+Timers[1])
	}
	return words
}

// Build loads the package.
func (g GoFunction) Build(r *Registry) (*model.Program, error) {
	if r.loadGo == nil {
		return nil, cli.Usagef("%s:%s: this command does not take Go functions: use dporbench", g.Package, g.Function)
	}
	p, err := r.loadGo(g)
	return p, cli.Usage(err)
}

// CheckMemory allows what Go promises: a program without data races is sequentially consistent.
func (g GoFunction) CheckMemory(m memory.Model) error {
	if m == memory.SC {
		return nil
	}
	return cli.Usagef("--memory %v: %s:%s is a Go function: must be sc", m, g.Package, g.Function)
}
