package harness

import (
	"context"
	"fmt"
	"strconv"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/runner"
	"dporbench/model"
)

// selection says which executions of a program are wanted: those that the first
// of the algorithms visits, or the one with that number, or the first with that
// outcome, or so many of them.
type selection struct {
	exploring
	number int64  // 0 is any
	first  string // "" is any
	limit  int64  // 0 is none
}

// explore calls show for each execution that is wanted, with its number in the
// order of the visits, and stores none. It goes no further than it must. The
// error says what is wanting.
func (s selection) explore(ctx context.Context, named runner.Case, p *model.Program, show func(number int64, e *model.Execution) error) error {
	explorer, err := catalog.New(s.algorithms[0], algos.Options{Order: s.order, Seed: s.seed})
	if err != nil {
		return err
	}
	ctx, stop := s.limited(ctx)
	defer stop()
	var visited, shown int64
	var failed error // of show
	_, err = explorer.Explore(ctx, p, func(e *model.Execution) error {
		visited++
		if !s.wants(visited, e) {
			return nil
		}
		if failed = show(visited, e); failed != nil {
			return failed
		}
		if shown++; s.number > 0 || s.first != "" || shown == s.limit {
			return algos.ErrStop
		}
		return nil
	})
	found := shown > 0 || s.number == 0 && s.first == ""
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return fmt.Errorf("%s, %s: %w; it has visited %d executions", named, s.algorithms[0], err, visited)
	case !found && s.number > 0:
		return fmt.Errorf("%s, %s: there is no execution %d: there are %d", named, s.algorithms[0], s.number, visited)
	case !found:
		return fmt.Errorf("%s, %s: none of the %d executions is %s", named, s.algorithms[0], visited, s.first)
	}
	return nil
}

func (s selection) wants(number int64, e *model.Execution) bool {
	switch {
	case s.number > 0:
		return number == s.number
	case s.first != "":
		return e.Outcome().String() == s.first
	}
	return true
}

// words are the numbers as the command line takes them.
func words(params []int) []string {
	words := make([]string, len(params))
	for i, n := range params {
		words[i] = strconv.Itoa(n)
	}
	return words
}
