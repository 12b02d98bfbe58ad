package program

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dporbench/model"
)

// An exploration of a Go function may find something that its first executions have not shown. It then ends with an error, and
// the program must be rebuilt with the fact found, which is part of the program's name from then on.

type surprises struct {
	mu    sync.Mutex
	known []string // facts about Go functions, learned by explorations in this process
}

// Anew returns in one line the reason why a Go function must be rebuilt, or "" if err is no reason to. From then on Load builds
// it with what err has revealed.
func (r *Registry) Anew(err error) string {
	surprise, ok := errors.AsType[*model.UsageError](err)
	if !ok || surprise.Learned == "" {
		return ""
	}
	r.surprises.mu.Lock()
	defer r.surprises.mu.Unlock()
	if slices.Contains(r.surprises.known, surprise.Learned) {
		return ""
	}
	r.surprises.known = append(r.surprises.known, surprise.Learned)
	what, _, _ := strings.Cut(surprise.Problem, "; ")
	return fmt.Sprintf("%s; beginning anew with --known %s", what, surprise.Learned)
}

// withKnown returns s with the facts found out in this process.
func (r *Registry) withKnown(s Spec) Spec {
	r.surprises.mu.Lock()
	defer r.surprises.mu.Unlock()
	return s.Knowing(r.surprises.known...)
}

// Knowing returns s with facts that have been found out about it, if it is a Go function.
func (s Spec) Knowing(facts ...string) Spec {
	g, ok := s.Kind.(GoFunction)
	if !ok || len(facts) == 0 {
		return s
	}
	known := strings.FieldsFunc(g.Options.Known, func(r rune) bool { return r == ',' })
	for _, fact := range facts {
		if !slices.Contains(known, fact) {
			known = append(known, fact)
		}
	}
	g.Options.Known = strings.Join(known, ",")
	return Spec{g}
}
