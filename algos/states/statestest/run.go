package statestest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/algos/states"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
)

// Search decides a program by its states: it calls found for each final state, and may call it for failures before these.
type Search func(ctx context.Context, p *model.Program, found func(states.Ended) error) error

// Run checks that a search of states decides final states and failures exactly: on random programs, in which each state is compared with
// the executions of the exhaustive explorer, which uses no reduction. A program that shows a mistake is shrunk. It is all that
// the test of a search has to call; [Compare] looks into the searches of package states as well.
func Run(t *testing.T, search Search) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			if p, problem := find(t.Context(), k, search); problem != "" {
				t.Fatalf("%v: %s", p, problem)
			}
		})
	}
}

// kind is a kind of random programs, and how many are tried.
type kind struct {
	name     string
	programs int
	random   func(smallprog.Choices) smallprog.Program
}

var kinds = []kind{
	{"random programs", 300, smallprog.Random}, {"chains of CompareAndSwap", 200, smallprog.Contended}, {"locks", 200, smallprog.Locking},
	{"awaits", 200, smallprog.Awaiting}, {"richer statements", 200, smallprog.Rich}, {"variables made at run time", 200, smallprog.Making},
}

// mostExecutions bounds the executions of a program that is tried.
const mostExecutions = 1000

// find returns a small program that shows a mistake, and the mistake; "" if there is none.
func find(ctx context.Context, k kind, search Search) (p smallprog.Program, problem string) {
	random, tried := rand.New(rand.NewPCG(1, uint64(k.programs))), 0
	if testing.Short() {
		k.programs /= 5
	}
	for range k.programs {
		p = k.random(random)
		problem, err := difference(ctx, p.Build(), search)
		switch {
		case errors.Is(err, ErrTooLarge):
			continue
		case err != nil:
			return p, err.Error()
		case problem == "":
			tried++
			continue
		}
		p = smallprog.Shrink(p, func(q smallprog.Program) bool {
			still, err := difference(ctx, q.Build(), search)
			if err == nil && still != "" {
				problem = still
			}
			return err == nil && still != ""
		})
		return p, problem
	}
	if tried < k.programs/4 {
		return p, fmt.Sprintf("only %d of %d programs are small enough", tried, k.programs)
	}
	return p, ""
}

// difference returns how the search differs from all executions of p; "" if it does not.
func difference(ctx context.Context, p *model.Program, search Search) (string, error) {
	replay, err := machine.NewReplay(p, behaviour.Limits{})
	if err != nil {
		return "", err
	}
	defer replay.Close()
	want, got, executions := endings{replay: replay, all: map[string]bool{}}, endings{replay: replay, all: map[string]bool{}}, 0
	_, err = exhaustive.New(algos.Options{}).Explore(ctx, p, func(e *model.Execution) error {
		if executions++; executions > mostExecutions {
			return ErrTooLarge
		}
		return want.add(states.Ended{Events: e.Events(), Outcome: e.Outcome(), Final: true})
	})
	if err == nil {
		err = search(ctx, p, got.add)
	}
	if err != nil {
		return "", err
	}
	return got.compare(&want), nil
}

// endings are the final states, and the failures, that executions lead to.
type endings struct {
	replay *machine.Replay
	all    map[string]bool
	wrong  string // the first final state that is not final
}

func (x *endings) add(e states.Ended) error {
	if _, err := x.replay.Run(e.Events); err != nil {
		return err
	}
	if e.Final && x.replay.NextEnabled(event.NoThread) != event.NoThread && x.wrong == "" {
		x.wrong = fmt.Sprintf("a state is not final, after %v", e.Events)
	}
	for t := range event.ThreadID(x.replay.Threads()) {
		if n := x.replay.Position(t); n != behaviour.None && x.replay.Behaviour().At(n).Code == operation.Fail {
			path, _ := x.replay.SpawnPath(t)
			x.all[fmt.Sprint("failure of ", path, t, ": ", x.replay.Behaviour().Operation(n).Message)] = true
		}
	}
	if e.Final {
		x.all[x.state(e.Outcome)] = true
	}
	return nil
}

// state describes the state after the execution, and its outcome.
func (x *endings) state(o model.Outcome) string {
	var b strings.Builder
	fmt.Fprint(&b, o, ":")
	for object, v := range x.replay.ObjectValues() {
		if v != 0 {
			fmt.Fprintf(&b, " %d=%d", object, v)
		}
	}
	for t := range event.ThreadID(x.replay.Threads()) {
		if n := x.replay.Position(t); n != behaviour.None {
			fmt.Fprintf(&b, "; thread %d at %v", t, x.replay.Behaviour().Operation(n).Code)
		}
	}
	return b.String()
}

func (x *endings) compare(want *endings) string {
	if x.wrong != "" {
		return x.wrong
	}
	for _, key := range slices.Sorted(maps.Keys(want.all)) {
		if !x.all[key] {
			return "missing: " + key
		}
	}
	for _, key := range slices.Sorted(maps.Keys(x.all)) {
		if !want.all[key] {
			return "unknown: " + key
		}
	}
	return ""
}
