package program

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dporbench/model"
)

// An exploration of a Go function may come to something that its first executions have not shown. It ends with an error then, and
// the program must be made anew with what it has found out. That names the program from then on.

// surprises are what explorations of this process have found out about Go functions.
type surprises struct {
	mu    sync.Mutex
	known []string
}

// Anew is a line that says why a Go function is to be made anew, which Load does from then on; it is "" if err is no reason for that.
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

// withKnown is a program with what has been found out in this process.
func (r *Registry) withKnown(s Spec) Spec {
	r.surprises.mu.Lock()
	defer r.surprises.mu.Unlock()
	return s.Knowing(r.surprises.known...)
}

// Knowing is s with facts that have been found out about it, if it is a Go function.
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
