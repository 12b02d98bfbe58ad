package program

import (
	"dporbench/frontends/litmus"
	"dporbench/harness/internal/shared/cli"
	"dporbench/model"
	"dporbench/model/memory"
)

// Litmus is a litmus test, which is a file.
type Litmus struct {
	Path string `json:"path"`
}

func (l Litmus) Words() []string { return []string{l.Path} }

func (l Litmus) Build(*Registry) (*model.Program, error) {
	t, err := litmus.Load(l.Path)
	if err != nil {
		return nil, cli.Usage(err)
	}
	return t.Program, nil
}

// CheckMemory refuses a test with something that only orders stores where they may overtake each other, and one that is not in C11
// under the memory models of C11.
func (l Litmus) CheckMemory(m memory.Model) error {
	if !m.StoresOvertake() && !m.Graphs() {
		return nil
	}
	t, err := litmus.Load(l.Path)
	if err != nil {
		return cli.Usage(err)
	}
	if err := t.CheckMemory(m); err != nil {
		return cli.Usagef("--memory %v: %w", m, err)
	}
	return nil
}
