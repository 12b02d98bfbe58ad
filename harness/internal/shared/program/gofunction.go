package program

import (
	"strconv"

	"dporbench/frontends/goprog/translation"
	"dporbench/harness/internal/shared/cli"
	"dporbench/model"
	"dporbench/model/memory"
)

// GoFunction is a function of a Go package: one without parameters, or a test.
type GoFunction struct {
	Package  string              `json:"package"` // as the go command takes it: ./queue, or an import path
	Function string              `json:"function"`
	Options  translation.Options `json:"options"`
}

// Flag values that turn on the options of the same names.
const (
	AnyOrder   = "any"   // of --maps
	FreeClock  = "free"  // of --clock
	ReadClock  = "reads" // likewise
	TimersLast = "last"  // of --timers
)

// GoLoader reads the package of a Go function, and returns a function that builds the program. Its dependencies are not linked into every command.
type GoLoader func(GoFunction) (build func() (*model.Program, error), err error)

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
		words = append(words, "--maps="+AnyOrder)
	}
	if g.Options.Known != "" {
		words = append(words, "--known="+string(g.Options.Known))
	}
	if g.Options.Short {
		words = append(words, "--short")
	}
	if g.Options.Std {
		words = append(words, "--std")
	}
	if g.Options.Signals {
		words = append(words, "--signals")
	}
	if g.Options.ClockFree {
		words = append(words, "--clock="+FreeClock)
	}
	if g.Options.ClockReads {
		words = append(words, "--clock="+ReadClock)
	}
	if g.Options.TimersLast {
		words = append(words, "--timers="+TimersLast)
	}
	return words
}

// Build loads the package.
func (g GoFunction) Build(r *Registry) (*model.Program, error) {
	build, err := g.read(r)
	if err != nil {
		return nil, err
	}
	p, err := build()
	return p, cli.Usage(err)
}

func (g GoFunction) read(r *Registry) (build func() (*model.Program, error), err error) {
	if r.loadGo == nil {
		return nil, cli.Usagef("%s:%s: this command does not take Go functions: use dporbench", g.Package, g.Function)
	}
	build, err = r.loadGo(g)
	return build, cli.Usage(err)
}

// Read reads the package of a Go function, and nothing for other programs. It returns a function that loads the program once, without
// reading that package again.
func (r *Registry) Read(s Spec) (load func() (Program, error), err error) {
	g, ok := s.Plain().Kind.(GoFunction)
	if !ok {
		return func() (Program, error) { return r.Load(s) }, nil
	}
	build, err := g.read(r)
	if err != nil {
		return nil, err
	}
	return func() (Program, error) {
		p, err := r.WithGo(func(GoFunction) (func() (*model.Program, error), error) { return build, nil }).Load(s)
		if err == nil {
			p.registry = r // which reads the package for finer programs
		}
		return p, err
	}, nil
}

// CheckMemory allows only sc, as Go promises: a program without data races is sequentially consistent.
func (g GoFunction) CheckMemory(m memory.Model) error {
	if m == memory.SC {
		return nil
	}
	return cli.Usagef("--memory %v: %s:%s is a Go function: must be sc", m, g.Package, g.Function)
}
