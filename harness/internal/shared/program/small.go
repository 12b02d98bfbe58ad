package program

import (
	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/model"
	"dporbench/model/memory"
)

// Small is a program in the notation of package smallprog, such as "p: a=x | q: x=0".
type Small struct {
	Text string `json:"text"`
}

func (s Small) Words() []string { return []string{s.Text} }

func (s Small) Build(*Registry) (*model.Program, error) {
	p, err := smallprog.Build(s.Text)
	return p, cli.Usage(err)
}

func (Small) CheckMemory(memory.Model) error { return nil }
