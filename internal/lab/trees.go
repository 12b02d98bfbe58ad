package lab

import (
	"encoding/json"
	"strings"

	"dporbench/internal/tree"
	"dporbench/internal/tree/html"
	"dporbench/internal/tree/layout"
	"dporbench/internal/tree/svg"
)

// Trees are the exploration trees of one or two algorithms, for the tree page.
type Trees struct {
	Program string          `json:"program"`
	Title   string          `json:"title"`
	Data    json.RawMessage `json:"data,omitempty"`
	// Pictures are the trees as SVG files, to be printed or saved; there are none of large trees.
	Pictures []string `json:"pictures,omitempty"`
	Failed   string   `json:"failed,omitempty"`
}

// mostDrawn is the number of explorations up to which a tree is drawn as a picture.
const mostDrawn = 120

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
	for _, one := range all {
		if len(one.Leaves) > mostDrawn {
			return t
		}
		var drawn strings.Builder
		if err := svg.Write(&drawn, one, layout.Options{}); err != nil {
			return Trees{Failed: err.Error()}
		}
		t.Pictures = append(t.Pictures, drawn.String())
	}
	return t
}
