package algos_test

import (
	"errors"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/model"
)

// TestConstraints: each constraint has a message and a reason, both features rule each other out in either order, and
// each of them is accepted alone.
func TestConstraints(t *testing.T) {
	p := model.NewProgram("empty")
	declaring := func(features ...algos.Feature) error {
		_, err := algos.NewExplorer(algos.Options{}, func(x *algos.Exploration) (err error) {
			for _, f := range features {
				err = errors.Join(err, x.Declare(f))
			}
			return err
		}).Explore(t.Context(), p, nil)
		return err
	}
	for _, c := range algos.Constraints() {
		if c.Message == "" || c.Why == "" || strings.Contains(c.Message, "\n") {
			t.Errorf("constraint %v: the message is %q and the reason %q", c, c.Message, c.Why)
		}
		for _, features := range [][]algos.Feature{{c.Feature, c.Excludes}, {c.Excludes, c.Feature}} {
			refused, ok := errors.AsType[*algos.RefusedError](declaring(features...))
			if !ok || refused.Constraint != c {
				t.Errorf("%v: the error is %v, want that of the constraint %q", features, refused, c.Message)
			}
		}
		if err := errors.Join(declaring(c.Feature), declaring(c.Excludes)); err != nil {
			t.Errorf("each alone of %q: %v", c.Message, err)
		}
	}
}
