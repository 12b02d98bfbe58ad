package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/harness/internal/shared/sealed"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/origin"
)

// Spec identifies a program: it is a value of one of the kinds, and the files that were read when it was loaded first.
// The command line is parsed into it once; from then on it is passed to other processes and written to files as JSON,
// an object with a field named for the kind and, if files were read, another one for them.
type Spec struct {
	Kind
	Origin origin.Files // nil if it has not been loaded yet, or is of this executable
}

// Kind is one way to identify a program. A new one needs a file like litmus.go, a line in kinds, and
// a way to read it from a command line: see package arguments.
type Kind interface {
	// Words are the words of the command line that name the program.
	Words() []string
	// Build builds the program from scratch. A mistake of the user is a [cli.Usage].
	Build(*Registry) (*model.Program, error)
	// CheckMemory returns an error if the program cannot be explored under a memory model.
	CheckMemory(memory.Model) error
}

// kinds are all kinds.
func kinds() []kind {
	return []kind{
		kindOf[CFile]("c"), kindOf[GoFunction]("go"), kindOf[Litmus]("litmus"), kindOf[Small]("small"), kindOf[Client]("client"),
		kindOf[Linearizable]("linearizable"), kindOf[Benchmark]("benchmark"),
	}
}

// kind writes and reads the programs of one Kind as JSON.
type kind struct {
	name   string // of the field
	holds  func(Kind) bool
	decode func([]byte) (Kind, error)
}

func kindOf[K Kind](name string) kind {
	return kind{name,
		func(k Kind) bool { _, ok := k.(K); return ok },
		func(data []byte) (Kind, error) {
			var k K
			err := sealed.Strictly(data, &k)
			return k, err
		}}
}

// MarshalJSON writes the program, for UnmarshalJSON.
func (s Spec) MarshalJSON() ([]byte, error) {
	for _, k := range kinds() {
		if k.holds(s.Kind) {
			fields := map[string]any{k.name: s.Kind}
			if len(s.Origin) > 0 {
				fields[originField] = s.Origin
			}
			return json.Marshal(fields)
		}
	}
	return nil, fmt.Errorf("program of an unknown kind: %T", s.Kind)
}

// originField is the field of the files.
const originField = "origin"

// UnmarshalJSON reads what MarshalJSON writes, and nothing else.
func (s *Spec) UnmarshalJSON(data []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	*s = Spec{}
	if text, ok := object[originField]; ok {
		if err := sealed.Strictly(text, &s.Origin); err != nil {
			return err
		}
		delete(object, originField)
	}
	for _, k := range kinds() {
		if text, ok := object[k.name]; ok && len(object) == 1 {
			decoded, err := k.decode(text)
			if l, ok := decoded.(Linearizable); ok && err == nil && !l.hasProgram() {
				err = errors.New("a demand without a program")
			}
			if err == nil {
				s.Kind = decoded
			}
			return err
		}
	}
	return fmt.Errorf("program of an unknown kind: %.200s", data)
}

// IsNone reports whether s identifies no program, as one read from a file that lacks it.
func (s Spec) IsNone() bool { return s.Kind == nil }

// Recorded is the program as named in text files and results: a benchmark's parameters are
// separate; any other program has all its words as its name.
func (s Spec) Recorded() (name string, params []int) {
	if b, ok := s.Kind.(Benchmark); ok {
		return b.Name, b.Params
	}
	return s.String(), nil
}

// String is the program with its parameters: "length-param 2 1024". It is Quoted, but a text in the notation of
// small programs or clients, which has no quotes in it, stands as it is.
func (s Spec) String() string {
	if s.IsNone() {
		return "no program"
	}
	words := s.Words()
	switch s.Plain().Kind.(type) {
	case Small, Client:
		return strings.TrimSpace(words[0] + " " + Quote(words[1:]))
	}
	return Quote(words)
}

// Quoted is the program, quoted for a shell.
func (s Spec) Quoted() string { return Quote(s.Words()) }

// Program is a program with the Spec that identifies it.
type Program struct {
	Spec
	*model.Program
	registry *Registry // that has loaded it
}

// Load builds the program that s identifies. What explores it calls [Program.Explore].
//
// All programs are opened here, or by [Registry.Compile]. If s was loaded before, in whatever process, from files that have
// changed since, the error is a [*ChangedError].
func (r *Registry) Load(s Spec) (Program, error) {
	if s.IsNone() {
		return Program{}, errors.New("no program is named")
	}
	p, err := s.Build(r)
	if err != nil {
		return Program{}, err
	}
	if s, err = s.from((*front.Program)(p).Origin()); err != nil {
		return Program{}, err
	}
	return Program{s, p, r}, nil
}

// from returns s as loaded from files.
func (s Spec) from(files origin.Files) (Spec, error) {
	if file := s.Origin.Differs(files); file != "" && len(s.Origin) > 0 {
		return s, &ChangedError{s, file}
	}
	s.Origin = files
	return s, nil
}

// ChangedError says that a program is not the one that it was.
type ChangedError struct {
	Program Spec
	File    string // that differs
}

func (e *ChangedError) Error() string {
	return fmt.Sprintf("%s differs from the file with which %v was explored: this is another program", e.File, e.Program)
}

// Rebuilt builds the program again, with the Go state of its bodies as it was at first. It returns nil if a translator has made
// it, whose bodies have none, or if it was not loaded.
func (p Program) Rebuilt() (*model.Program, error) {
	if p.registry == nil || (*front.Program)(p.Program).Isolated() == front.Assumed {
		return nil, nil
	}
	return p.Build(p.registry)
}

// Find returns the given program that is recorded under this name and these parameters, or the zero Spec if none is.
func Find(all []Spec, name string, params []int) Spec {
	i := slices.IndexFunc(all, func(s Spec) bool {
		n, p := s.Recorded()
		return n == name && slices.Equal(p, params)
	})
	if i < 0 {
		return Spec{}
	}
	return all[i]
}
