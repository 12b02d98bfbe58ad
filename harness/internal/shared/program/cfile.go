package program

import (
	"fmt"
	"strconv"

	"dporbench/frontends/cprog/compiled"
	"dporbench/harness/internal/shared/cli"
	"dporbench/model"
	"dporbench/model/memory"
)

// CFile is a program in C: a file, and options for reading it.
type CFile struct {
	Path    string           `json:"path"`
	Options compiled.Options `json:"options"`
}

// RacesNames are the values of --data-races, by [compiled.Races].
var RacesNames = []string{compiled.LookIfAtomic: "auto", compiled.Look: "on", compiled.Ignore: "off"}

// LeaksNames are the values of --leaks, by [compiled.Leaks].
var LeaksNames = []string{compiled.NoLeaks: "off", compiled.Lost: "lost", compiled.Unfreed: "unfreed"}

// Words are the files, their options and the arguments of main: "fib.c", "-DN=5", "-Iinclude", "--unroll=3", "--spin", "--argument=7".
func (f CFile) Words() []string {
	o := f.Options
	words := append([]string{f.Path}, o.More...)
	each := func(flag, long string, values []string) {
		for _, value := range values {
			if value == "" || value[0] == '=' { // which -D and -I would not take as it is
				words = append(words, long+value)
			} else {
				words = append(words, flag+value)
			}
		}
	}
	when := func(is bool, flag string) {
		if is {
			words = append(words, flag)
		}
	}
	each("-D", "--define=", o.Define)
	each("-U", "--undefine=", o.Undefine)
	each("-I", "--include=", o.Include)
	each("--include-first=", "--include-first=", o.First)
	when(o.Unroll > 0, "--unroll="+strconv.Itoa(o.Unroll))
	each("--no-unroll=", "--no-unroll=", o.NoUnroll)
	when(o.Like == compiled.GenMC, "--like=genmc")
	when(o.Spin, "--spin")
	when(o.AwaitAssumes, "--await-assumes")
	when(o.Races != compiled.LookIfAtomic, "--data-races="+RacesNames[o.Races])
	when(o.Leaks != compiled.NoLeaks, "--leaks="+LeaksNames[o.Leaks])
	when(o.MallocFails, "--malloc-fails")
	when(o.Spurious, "--spurious")
	when(o.Nondet != compiled.Range{}, fmt.Sprintf("--nondet=%d..%d", o.Nondet.From, o.Nondet.To))
	each("--argument=", "--argument=", o.Arguments)
	return words
}

// Compiler compiles a C file. Its dependencies are not linked into the process that measures.
type Compiler func(file string, o compiled.Options) (*compiled.File, error)

// WithC returns the registry with a way to compile C files.
func (r *Registry) WithC(compile Compiler) *Registry {
	with := *r
	with.compile = compile
	return &with
}

// Compile compiles the C file that s names; for other programs it returns nil.
func (r *Registry) Compile(s Spec) (*compiled.File, error) {
	f, ok := s.Plain().Kind.(CFile)
	if !ok {
		return nil, nil
	}
	if r.compile == nil {
		return nil, cli.Usagef("%s: this command does not take C files: use dporbench", f.Path)
	}
	c, err := r.compile(f.Path, f.Options)
	if err != nil {
		return nil, cli.Usage(err)
	}
	_, err = s.from(c.Origin)
	return c, err
}

func (f CFile) Build(r *Registry) (*model.Program, error) {
	c, err := r.Compile(Spec{Kind: f})
	if err != nil {
		return nil, err
	}
	p, err := c.Program()
	return p, cli.Usage(err)
}

// CheckMemory allows all models: an operation that the model lacks is refused when a thread reaches it.
func (CFile) CheckMemory(memory.Model) error { return nil }
