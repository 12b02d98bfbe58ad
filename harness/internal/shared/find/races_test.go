package find_test

import (
	"strings"
	"testing"
	"time"

	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/find"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// TestFindRaces: races are found in all executions if the time limit allows, and otherwise in the first ones.
func TestFindRaces(t *testing.T) {
	registry, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := registry.Algorithm("pop")
	for _, c := range []struct {
		name    string
		updates int
		limit   time.Duration
		all     bool
		text    string
	}{
		{"all", 1, time.Minute, true, "data races of all executions"},
		{"too many", 50, 200 * time.Millisecond, false, "data races of the first "},
	} {
		p := model.NewProgram(c.name)
		x, y := p.Var("x", 0), p.Var("y", 0)
		for range 3 {
			p.Thread("t", func(t *model.Thread) {
				for range c.updates {
					t.Add(y, 1)
				}
				t.PlainStore(x, 1)
			})
		}
		s := explore.Defaults()
		s.Limits = process.Limits{Time: c.limit}
		races, err := find.RacesOf(t.Context(), program.Program{Program: p}, a, s)
		var text strings.Builder
		if err == nil {
			err = races.Draw(&text)
		}
		if err != nil || races.All != c.all || len(races.Found) != 1 || !strings.Contains(text.String(), c.text) {
			t.Errorf("%s: %+v, %v:\n%s", c.name, races, err, &text)
		}
	}
}
