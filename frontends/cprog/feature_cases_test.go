package cprog_test

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// TestFeaturesOfC compares each feature with gcc: all in one program, whose executions have memory in common that is freed, and, if that differs, one by one
// to name them.
func TestFeaturesOfC(t *testing.T) {
	var all []*sequential
	for k, f := range features {
		p := &sequential{Rand: rand.New(rand.NewPCG(1, uint64(k))), number: k, featuresOf: []string{f}}
		p.declare()
		p.body = []*statement{p.feature()}
		all = append(all, p)
	}
	err := same(t, all)
	if err == nil {
		return
	}
	t.Errorf("all: %v", err)
	for k, p := range all {
		if err := same(t, []*sequential{p}); err != nil && !errors.Is(err, errCompiler) {
			t.Errorf("%v\n%s", err, features[k])
		}
	}
}
