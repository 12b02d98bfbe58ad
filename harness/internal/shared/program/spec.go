package program

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/memory"
)

// Spec identifies a program: it is a value of one of the kinds. The command line is parsed
// into it once; from then on it is passed to other processes and written to files as JSON,
// an object with one field named for the kind.
type Spec struct{ Kind }

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
func (r *Registry) Load(s Spec) (Program, error) {
	p, err := s.Build(r)
	return Program{s, p, r}, err
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
