package trust_test

import (
	"errors"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestNoFalseSharing: under the models of C11 an operation may find a value that is not the last one, and the check for Go state that threads share
// finds it there, too; state that they do share is still found.
func TestNoFalseSharing(t *testing.T) {
	enough := errors.New("enough")
	trust, _ := catalog.Lookup("trust")
	for _, m := range memory.Graphs() {
		for _, b := range benchmarks.All() {
			row := []int{}
			for _, p := range b.Params {
				row = append(row, p.Min+1)
			}
			p, err := b.Program(row...)
			if err != nil {
				continue // too large for so many
			}
			stop := 0
			_, err = trust.New(algos.Options{Memory: m}).Explore(t.Context(), p, func(*model.Execution) error {
				if stop++; stop == 300 {
					return enough
				}
				return nil
			})
			if err != nil && err != enough {
				t.Errorf("%s %v under %v: %v", b.Name, row, m, err)
			}
		}
		shared := 0
		p := model.NewProgram("shared")
		x := p.Var("x", 0)
		p.Thread("p", func(t *model.Thread) { t.Store(x, 1); shared++ })
		p.Thread("q", func(t *model.Thread) {
			if t.Load(x); shared > 0 {
				t.Load(x)
			}
		})
		if _, err := trust.New(algos.Options{Memory: m}).Explore(t.Context(), p, nil); err == nil {
			t.Errorf("under %v: shared Go state is not found", m)
		}
	}
}
