package find

import (
	"context"
	"errors"
	"fmt"
	"io"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/races"
)

// Race is a data race as a reader sees it: two places in the source that access a variable, in either order.
type Race struct {
	Variable   string    `json:"variable"`
	Accesses   [2]string `json:"accesses"` // "plain write at a.c:3"
	Executions int64     `json:"executions"`
	First      int64     `json:"first"` // number of the first of them
}

// racesVisits bounds the number of executions checked for races.
const racesVisits = 200_000

// Races are the data races of executions.
type Races struct {
	Found  []*Race // each pair of places once, in the order in which they are found
	Looked int64   // number of executions checked
	All    bool    // there are no more
}

// RacesOf finds the data races of the executions that the algorithm visits, as far as the limits allow it.
func RacesOf(ctx context.Context, p program.Program, a catalog.Algorithm, s explore.Settings) (found Races, err error) {
	ctx, stop := s.Within(ctx)
	defer stop()
	replay, err := races.NewReplay(p.Program, behaviour.Limits{Memory: s.Memory, Places: true})
	if err != nil {
		return found, err
	}
	defer replay.Close()
	known := map[Race]*Race{}
	stats, err := a.New(s.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		if found.Looked == racesVisits {
			return algos.ErrStop
		}
		found.Looked++
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
				race = &Race{Variable: key.Variable, Accesses: key.Accesses, First: found.Looked}
				known[key] = race
				found.Found = append(found.Found, race)
			}
			if !here[race] {
				here[race] = true
				race.Executions++
			}
		}
		return nil
	})
	found.All = err == nil && stats.Executions == found.Looked
	if errors.Is(err, process.ErrTime) {
		return found, nil
	}
	return found, err
}

// Draw writes a line for each race.
func (found Races) Draw(w io.Writer) error {
	if len(found.Found) == 0 {
		return nil
	}
	which := "all"
	if !found.All {
		which = fmt.Sprintf("the first %d", found.Looked)
	}
	if _, err := fmt.Fprintf(w, "\ndata races of %s executions, by the places of their accesses:\n\n", which); err != nil {
		return err
	}
	for _, r := range found.Found {
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
