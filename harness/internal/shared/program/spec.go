package program

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/cli"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/results"
)

// Spec says which program: a value of one of the kinds. The command line is parsed into it
// once; from there on it goes to other processes and into files as JSON, an object with one
// field that is named for the kind.
type Spec struct{ Kind }

// Kind is one way to say which program. A new one is a file like litmus.go and a line in kinds.
type Kind interface {
	// Words are those of the command line that mean the program.
	Words() []string
	// Build makes the program anew. A mistake of the user is an [exit.Usage].
	Build(*Registry) (*model.Program, error)
	// CheckMemory returns an error if the program cannot be explored under a memory model.
	CheckMemory(memory.Model) error
}

// kinds are all kinds, in the order in which they are asked whether a word is theirs.
func kinds() []kind {
	unroll := new(int64)
	return []kind{cFiles(unroll), goFunctions(unroll), litmusTests(), smallPrograms(), clients(), linearizable(), benchmarkPrograms()}
}

// kind reads the programs of one Kind.
type kind struct {
	name  string // as a field of JSON
	title string // with an article
	flags func(*pflag.FlagSet)
	// means reports whether the first word of a command line is one of this kind.
	means func(word string) bool
	// read reads the words of a command line, after the flags.
	read   func(r *Registry, words []string) (Kind, error)
	holds  func(Kind) bool
	decode func([]byte) (Kind, error)
}

func newKind[K Kind](name, title string, means func(word string) bool, read func(r *Registry, words []string) (Kind, error)) kind {
	return kind{name, title, func(*pflag.FlagSet) {}, means, read,
		func(k Kind) bool { _, ok := k.(K); return ok },
		func(data []byte) (Kind, error) {
			var k K
			err := json.Unmarshal(data, &k)
			return k, err
		}}
}

// MarshalJSON writes the program, for UnmarshalJSON.
func (s Spec) MarshalJSON() ([]byte, error) {
	for _, k := range kinds() {
		if k.holds(s.Kind) {
			return json.Marshal(map[string]Kind{k.name: s.Kind})
		}
	}
	return nil, fmt.Errorf("program of an unknown kind: %T", s.Kind)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Spec) UnmarshalJSON(data []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	for _, k := range kinds() {
		if text, ok := object[k.name]; ok {
			var err error
			s.Kind, err = k.decode(text)
			return err
		}
	}
	return fmt.Errorf("program of an unknown kind: %s", data)
}

// Run is the program as a run of which nothing else is known: the parameters of a benchmark
// are apart, and any other program has all its words as its name.
func (s Spec) Run() results.Run {
	if b, ok := s.Kind.(Benchmark); ok {
		return results.Run{Benchmark: b.Name, Params: b.Params}
	}
	return results.Run{Benchmark: strings.Join(s.Words(), " ")}
}

// String is the program as results files name it, with its parameters: "length-param 2 1024".
func (s Spec) String() string { return s.Run().Name() }

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Quoted is the program as a shell takes it.
func (s Spec) Quoted() string {
	words := s.Words()
	for i, word := range words {
		if !plainWord.MatchString(word) {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// Program is a program with what says which one it is.
type Program struct {
	Spec
	*model.Program
}

func (r *Registry) Load(s Spec) (Program, error) {
	p, err := s.Build(r)
	return Program{s, p}, err
}

func noParameters(words []string) error {
	if len(words) > 1 {
		return cli.Usagef("%s takes no parameters, got %d", words[0], len(words)-1)
	}
	return nil
}

// Find returns the program of a run, which is one of those given; the zero Spec if it is none.
func Find(all []Spec, run results.Run) Spec {
	i := slices.IndexFunc(all, func(s Spec) bool {
		of := s.Run()
		return of.Benchmark == run.Benchmark && slices.Equal(of.Params, run.Params)
	})
	if i < 0 {
		return Spec{}
	}
	return all[i]
}
