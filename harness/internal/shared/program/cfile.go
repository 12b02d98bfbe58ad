package program

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/cprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/value"
	"dporbench/model"
	"dporbench/model/memory"
)

// CFile is a program in C: a file, and how it is read.
type CFile struct {
	Path    string        `json:"path"`
	Options cprog.Options `json:"options"`
}

// racesNames are the values of --data-races, by [cprog.Races].
var racesNames = []string{cprog.LookIfAtomic: "auto", cprog.Look: "on", cprog.Ignore: "off"}

// leaksNames are the values of --leaks, by [cprog.Leaks].
var leaksNames = []string{cprog.NoLeaks: "off", cprog.Lost: "lost", cprog.Unfreed: "unfreed"}

// cFiles reads C files; unroll is where the flag puts its value, which is one for several kinds.
func cFiles(unroll *int64) kind {
	var o cprog.Options
	var nondet [2]int64
	like, races, leaks := "", racesNames[0], leaksNames[0]
	means := func(word string) bool { return strings.HasSuffix(word, ".c") || strings.HasSuffix(word, ".i") }
	k := newKind[CFile]("c", "a C file", means, func(_ *Registry, words []string) (Kind, error) {
		for _, word := range slices.Concat(o.Define, o.Include, o.NoUnroll) {
			if strings.ContainsAny(word, " \t\n") {
				return nil, cli.Usagef("-D, -I and --no-unroll: %q must not contain spaces", word)
			}
		}
		if like != "" {
			o.Like = cprog.GenMC
		}
		o.Races, o.Leaks = cprog.Races(slices.Index(racesNames, races)), cprog.Leaks(slices.Index(leaksNames, leaks))
		o.Unroll, o.Nondet = int(*unroll), cprog.Range{From: nondet[0], To: nondet[1]}
		return CFile{words[0], o}, noParameters(words)
	})
	k.flags = func(f *pflag.FlagSet) {
		f.StringArrayVarP(&o.Define, "define", "D", nil, "for a C file: macro `NAME[=VALUE]`; may be repeated")
		f.StringArrayVarP(&o.Include, "include", "I", nil, "for a C file: `FOLDER` of headers; may be repeated")
		f.Var(value.Optional(unroll), "unroll", "for a C file or a Go function: iterations of a loop at most; a thread that would do more stops there")
		f.StringArrayVar(&o.NoUnroll, "no-unroll", nil, "for a C file: `FUNCTION` whose loops --unroll does not bound; may be repeated")
		f.Var(value.OneOf(&like, "TOOL", []string{"genmc"}), "like", "for a C file: adopt GenMC's conventions; with --spin, even where that loses executions")
		f.BoolVar(&o.Spin, "spin", false, "for a C file: stop a thread where an iteration of a loop has changed nothing")
		f.Var(value.Range(&nondet), "nondet", "for a C file: the range of `FROM..TO` that nondet_* and rand return: each value is a choice")
		f.Var(value.OneOf(&races, "WHETHER", racesNames), "data-races", "for a C file: look for data races; auto does so if the file has atomic accesses. Without, plain accesses are\nexplored as if they were atomic")
		f.Var(value.OneOf(&leaks, "WHICH", leaksNames), "leaks", "for a C file: look for memory from malloc that is not freed at the end: lost is what nothing reaches any more, unfreed all")
		f.BoolVar(&o.MallocFails, "malloc-fails", false, "for a C file: let each malloc fail or not, which is a choice")
		f.BoolVar(&o.AwaitAssumes, "await-assumes", false, "for a C file: wait where an assume tests the value just read")
	}
	return k
}

// Words are the file and its options: "fib.c", "-DN=5", "-Iinclude", "--unroll=3", "--spin".
func (f CFile) Words() []string {
	words, o := []string{f.Path}, f.Options
	each := func(flag string, values []string) {
		for _, value := range values {
			words = append(words, flag+value)
		}
	}
	when := func(is bool, flag string) {
		if is {
			words = append(words, flag)
		}
	}
	each("-D", o.Define)
	each("-I", o.Include)
	when(o.Unroll > 0, "--unroll="+strconv.Itoa(o.Unroll))
	each("--no-unroll=", o.NoUnroll)
	when(o.Like == cprog.GenMC, "--like=genmc")
	when(o.Spin, "--spin")
	when(o.AwaitAssumes, "--await-assumes")
	when(o.Races != cprog.LookIfAtomic, "--data-races="+racesNames[o.Races])
	when(o.Leaks != cprog.NoLeaks, "--leaks="+leaksNames[o.Leaks])
	when(o.MallocFails, "--malloc-fails")
	when(o.Nondet != cprog.Range{}, fmt.Sprintf("--nondet=%d..%d", o.Nondet.From, o.Nondet.To))
	return words
}

// Compiler compiles a C file. What that takes is not linked into the process that measures.
type Compiler func(file string, o cprog.Options) (*cprog.Compiled, error)

// WithC returns the registry with a way to compile C files.
func (r *Registry) WithC(compile Compiler) *Registry {
	with := *r
	with.compile = compile
	return &with
}

// Compile compiles the C file that s names; there is nothing to compile of other programs.
func (r *Registry) Compile(s Spec) (*cprog.Compiled, error) {
	f, ok := s.Plain().Kind.(CFile)
	if !ok {
		return nil, nil
	}
	if r.compile == nil {
		return nil, cli.Usagef("%s: this command does not take C files: use dporbench", f.Path)
	}
	c, err := r.compile(f.Path, f.Options)
	return c, cli.Usage(err)
}

func (f CFile) Build(r *Registry) (*model.Program, error) {
	c, err := r.Compile(Spec{f})
	if err != nil {
		return nil, err
	}
	p, err := c.Program()
	return p, cli.Usage(err)
}

// CheckMemory allows all: what a memory model has no operation for is refused where a thread comes to it.
func (CFile) CheckMemory(memory.Model) error { return nil }
