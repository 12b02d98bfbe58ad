package lab

import (
	"errors"
	"fmt"
	"strings"

	"dporbench/benchmarks"
	"dporbench/frontends/cprog"
	"dporbench/frontends/litmus"
	"dporbench/frontends/smallprog"
	"dporbench/frontends/smallprog/hint"
	"dporbench/model"
	"dporbench/model/memory"
)

// Experiment is the text of a program, under a memory model.
type Experiment struct {
	Kind   string `json:"kind"`   // small, litmus, c or benchmark
	Text   string `json:"text"`   // of the program, or the name of the benchmark
	Params []int  `json:"params"` // of a benchmark
	Unroll int    `json:"unroll"` // of C: the maximum iterations of a loop; 0 is no bound
	Memory string `json:"memory"` // "" is sc

	lab Laboratory // its benchmarks, and the algorithms by whose names it is explored
}

// In returns the experiment in a laboratory.
func (x Experiment) In(l Laboratory) Experiment {
	x.lab = l
	return x
}

// Problem describes a mistake in an experiment.
type Problem struct {
	Message string `json:"message"` // one line
	// From and To are the place in the text, in bytes; both are 0 if the problem has no place.
	From int `json:"from"`
	To   int `json:"to"`
}

func (p *Problem) Error() string { return p.Message }

// Load builds the program and parses the memory model. The error is a *[Problem].
func (x Experiment) Load() (*model.Program, memory.Model, error) {
	m, err := memory.Parse(x.memory())
	if err != nil {
		return nil, m, &Problem{Message: err.Error()}
	}
	p, err := x.build(m)
	if err != nil {
		return nil, m, x.problem(err)
	}
	return p, m, nil
}

func (x Experiment) memory() string {
	if x.Memory == "" {
		return memory.SC.String()
	}
	return x.Memory
}

func (x Experiment) build(m memory.Model) (*model.Program, error) {
	switch x.Kind {
	case "small":
		return smallprog.Build(x.Text)
	case "litmus":
		return x.litmus(m)
	case "c":
		return cprog.Parse("program.c", x.Text, cprog.Options{Unroll: x.Unroll})
	case "benchmark":
		return x.benchmark()
	}
	return nil, fmt.Errorf("kind %q: must be small, litmus, c or benchmark", x.Kind)
}

func (x Experiment) litmus(m memory.Model) (*model.Program, error) {
	t, err := litmus.Parse("test.litmus", x.Text)
	if err != nil {
		return nil, err
	}
	if err := t.CheckMemory(m); err != nil {
		return nil, fmt.Errorf("under %v: %w", m, err)
	}
	return t.Program, nil
}

func (x Experiment) benchmark() (*model.Program, error) {
	b, ok := benchmarks.Find(x.lab.allBenchmarks(), x.Text)
	if !ok {
		return nil, fmt.Errorf("there is no benchmark %q", x.Text)
	}
	return b.Program(x.Params...)
}

// problem finds the place of an error in the text.
func (x Experiment) problem(err error) *Problem {
	if e, ok := errors.AsType[*smallprog.Error](err); ok {
		message := e.Problem
		if more := hint.Of(e); more != "" {
			message += ": " + more
		}
		return &Problem{message, e.At, e.End}
	}
	if e, ok := errors.AsType[*litmus.Error](err); ok {
		from, to := line(x.Text, e.Line)
		return &Problem{fmt.Sprintf("line %d: %s", e.Line, e.Problem), from, to}
	}
	if e, ok := errors.AsType[*cprog.Error](err); ok && e.File == "program.c" {
		from, to := line(x.Text, e.Line)
		return &Problem{fmt.Sprintf("line %d: %s", e.Line, e.Problem), from, to}
	}
	return &Problem{Message: withoutFlags(err.Error())}
}

// withoutFlags words an error for a page, which has fields in place of flags.
func withoutFlags(text string) string {
	return strings.NewReplacer(", or let it change nothing and use --spin", "", "with --unroll", "by the field “Unroll loops”", "--unroll", "“Unroll loops”").Replace(text)
}

// line returns where the nth line of a text is, without the space around it.
func line(text string, n int) (from, to int) {
	for n > 1 {
		i := strings.IndexByte(text[from:], '\n')
		if i < 0 {
			break
		}
		from += i + 1
		n--
	}
	to = len(text)
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		to = from + i
	}
	found := text[from:to]
	from += len(found) - len(strings.TrimLeft(found, " \t"))
	return from, max(from, from+len(strings.TrimSpace(found)))
}

// Checked says whether an experiment is valid: it has a Problem, or else a Name.
type Checked struct {
	Problem *Problem `json:"problem,omitempty"`
	Name    string   `json:"name"`
}

// Check describes the problem of the experiment, if it has one.
func (x Experiment) Check() Checked {
	_, _, err := x.Load()
	if p, ok := errors.AsType[*Problem](err); ok {
		return Checked{Problem: p}
	}
	return Checked{Name: x.name()}
}

// name names the program on one line.
func (x Experiment) name() string {
	switch x.Kind {
	case "benchmark":
		words := x.Text
		for _, n := range x.Params {
			words += fmt.Sprint(" ", n)
		}
		return words
	case "small":
		if p, err := smallprog.Parse(x.Text); err == nil {
			return p.String()
		}
	case "litmus":
		if t, err := litmus.Parse("test.litmus", x.Text); err == nil {
			return t.Name
		}
	}
	return "program.c"
}
