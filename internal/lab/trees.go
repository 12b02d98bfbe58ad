package lab

import (
	"encoding/json"
	"strings"

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

// Trees records the trees of algorithms, up to the first keep explorations of each.
func (x Experiment) Trees(names []string, keep int) Trees {
	p, m, err := x.Load()
	if err != nil {
		return Trees{Failed: err.Error()}
	}
	t := Trees{Program: x.name(), Title: x.name() + " explored by " + strings.Join(names, " and ")}
	var all []*tree.Tree
	for _, name := range names {
		recorded, err := x.record(p, m, name, tree.Keep{First: keep, Stop: true})
		if err != nil {
			return Trees{Failed: err.Error()}
		}
		all = append(all, recorded)
	}
	if t.Data, err = html.Data(p, all...); err != nil {
		return Trees{Failed: err.Error()}
	}
	return t
}
