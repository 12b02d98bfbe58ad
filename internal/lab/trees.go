package lab

import (
	"context"
	"encoding/json"
	"fmt"

	"dporbench/algos"
	"dporbench/internal/tree"
	"dporbench/internal/tree/html"
)

// Trees are the exploration trees of one or two algorithms, for the tree page.
type Trees struct {
	Program string          `json:"program"`
	Title   string          `json:"title"`
	Data    json.RawMessage `json:"data,omitempty"`
	Failed  string          `json:"failed,omitempty"`
}

// Trees records the trees of algorithms: their first explorations, at most keep.
func (x Experiment) Trees(names []string, keep int) Trees {
	p, m, err := x.Load()
	if err != nil {
		return Trees{Failed: err.Error()}
	}
	t := Trees{Program: x.name(), Title: x.name() + " explored by"}
	var all []*tree.Tree
	for i, name := range names {
		a, ok := algorithm(name)
		if !ok {
			return Trees{Failed: fmt.Sprintf("there is no algorithm %q", name)}
		}
		recorded, err := tree.Record(context.Background(), p, a, algos.Options{Memory: m}, tree.Keep{First: keep, Stop: true})
		if err != nil {
			return Trees{Failed: fmt.Sprintf("%s: %v", name, err)}
		}
		recorded.Program = t.Program
		if i > 0 {
			t.Title += " and"
		}
		t.Title += " " + name
		all = append(all, recorded)
	}
	if t.Data, err = html.Data(p, all...); err != nil {
		return Trees{Failed: err.Error()}
	}
	return t
}
