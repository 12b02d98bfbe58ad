package program

import (
	"dporbench/benchmarks/objects"
	"dporbench/harness/internal/shared/cli"
	"dporbench/model"
	"dporbench/model/memory"
)

// Client is a client of a concurrent object, such as treiber{push(1); pop | push(2)}.
type Client struct {
	Text string `json:"text"`
}

func (c Client) Words() []string { return []string{c.Text} }

func (c Client) Build(*Registry) (*model.Program, error) {
	client, err := objects.ParseClient(c.Text)
	if err != nil {
		return nil, cli.Usage(err)
	}
	return client.Build(), nil
}

func (Client) CheckMemory(memory.Model) error { return nil }
