package parallel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/parallel"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
)

// TestFirst: several workers find the execution that one worker reaches first, with its number, wherever
// it is, and find nothing if there is none.
func TestFirst(t *testing.T) {
	defer noGoroutineLeft(t)()
	r := rand.New(rand.NewPCG(1, 0))
	programs := 20
	if testing.Short() {
		programs = 12
	}
	for i := range programs {
		text := smallprog.Random(r)
		checkFirst(t, text.String(), text.Build(), 1+i%4)
	}
	checkFirst(t, "lastzero 6", program(t, "lastzero", 6), 3)
}

func checkFirst(t *testing.T, name string, p *model.Program, jobs int) {
	for algorithm, explorer := range splittable {
		x := explorer(algos.Options{})
		var all [][]event.Event
		var texts []string
		if _, err := x.Explore(context.Background(), p, func(e *model.Execution) error {
			all, texts = append(all, slices.Clone(e.Events())), append(texts, fmt.Sprint(e.Events()))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, at := range []int{0, len(all) / 3, len(all) * 2 / 3, len(all) - 1, len(all)} {
			wanted := map[string]bool{}
			for _, text := range texts[at:] {
				wanted[text] = true
			}
			e, number, err := (&parallel.Explorer{Splittable: x, Jobs: jobs}).First(context.Background(), p, func(e *model.Execution) bool { return wanted[fmt.Sprint(e.Events())] })
			switch {
			case err != nil:
				t.Errorf("%s, %s: %v", name, algorithm, err)
			case at == len(all) && e != nil:
				t.Errorf("%s, %s, %d workers: found %v", name, algorithm, jobs, e.Events())
			case at < len(all) && (e == nil || number != int64(at)+1 || !slices.Equal(e.Events(), all[at])):
				t.Errorf("%s, %s, %d workers: execution %d (%v), want %d of %d (%v)", name, algorithm, jobs, number, e, at+1, len(all), all[at])
			}
		}
	}
}
