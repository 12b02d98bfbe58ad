package explore

import (
	"context"
	"errors"
	"fmt"
	"io"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/races"
)

// Race is a data race as people see it: two places in the source that access a variable, in either order.
type Race struct {
	Variable   string    `json:"variable"`
	Accesses   [2]string `json:"accesses"` // "plain write at a.c:3"
	Executions int64     `json:"executions"`
	First      int64     `json:"first"` // the number of the first of them
}

// racesVisits bounds how many executions are looked at for races.
const racesVisits = 200_000

// Races are the data races of the executions that the algorithm visits, each pair of places once, in the order in which they
// are found; all says that all executions have been looked at.
func Races(ctx context.Context, p program.Program, a catalog.Algorithm, s Settings) (found []*Race, all bool, err error) {
	ctx, stop := s.Within(ctx)
	defer stop()
	replay, err := races.NewReplay(p.Program, behaviour.Limits{Memory: s.Memory, Places: true})
	if err != nil {
		return nil, false, err
	}
	defer replay.Close()
	known := map[Race]*Race{}
	var visited int64
	_, err = a.New(s.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		if visited++; visited > racesVisits {
			return algos.ErrStop
		}
		if len(e.Races()) == 0 {
			return nil
		}
		again, err := replay.Find(e.Events())
		if err != nil {
			return err
		}
		here := map[*Race]bool{}
		for _, r := range again {
			key := Race{Variable: replay.VarName(replay.Events()[r.First].Object), Accesses: races.Sides(replay.Machine, r)}
			race := known[key]
			if race == nil {
				race = &Race{Variable: key.Variable, Accesses: key.Accesses, First: visited}
				known[key] = race
				found = append(found, race)
			}
			if !here[race] {
				here[race] = true
				race.Executions++
			}
		}
		return nil
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return found, false, nil
	}
	return found, visited <= racesVisits, err
}

// DrawRaces writes a line for each race.
func DrawRaces(w io.Writer, found []*Race, all bool) error {
	if len(found) == 0 {
		return nil
	}
	which := "all"
	if !all {
		which = fmt.Sprintf("the first %d", racesVisits)
	}
	if _, err := fmt.Fprintf(w, "\ndata races of %s executions, by the places of their accesses:\n\n", which); err != nil {
		return err
	}
	for _, r := range found {
		where := fmt.Sprintf("in execution %d", r.First)
		if r.Executions > 1 {
			where = fmt.Sprintf("in %d executions, first in execution %d", r.Executions, r.First)
		}
		if _, err := fmt.Fprintf(w, "  %s: %s, %s; %s\n", r.Variable, r.Accesses[0], r.Accesses[1], where); err != nil {
			return err
		}
	}
	return nil
}
