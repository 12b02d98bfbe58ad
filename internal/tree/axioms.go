package tree

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/algos/exhaustive"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/trace"
)

// Candidates describes all executions in which one event of each of threads runs, in this order, under a memory model where
// executions are graphs: one for each choice of the writes that events refer to. Each is allowed by the axioms, or has the axiom that forbids it, with a cycle. Threads are named as in
// [Follow]. It is an error if there are more than limit. visit, if not nil, gets each of them, with what forbids it.
func Candidates(ctx context.Context, p *model.Program, m memory.Model, threads []string, limit int, visit func(trace.Trace, *exhaustive.Violation)) (string, error) {
	var all strings.Builder
	var unknown error
	deepest, longest, count, allowed := 0, 0, 0, 0
	next := func(r *machine.Machine) (t event.ThreadID) {
		deepest = max(deepest, r.Len())
		if r.Len() == len(threads) || unknown != nil {
			return event.NoThread
		}
		t, unknown = started(p, r, threads[r.Len()])
		return t
	}
	err := exhaustive.Candidates(ctx, p, m, next, func(c exhaustive.Candidate) error {
		if unknown != nil {
			return unknown
		}
		if count++; count > limit {
			return fmt.Errorf("there are more than %d executions with that schedule", limit)
		}
		if longest = max(longest, len(c.Events)); c.Violation == nil {
			allowed++
		}
		done, err := trace.Of(p, m, c.Events)
		if err != nil {
			return err
		}
		if visit != nil {
			visit(done, c.Violation)
		}
		writeCandidate(&all, done, c.Violation)
		return nil
	})
	if err == nil && allowed == 0 && longest < len(threads) {
		err = fmt.Errorf("event %d of %d is impossible: its thread waits, or has ended", deepest+1, len(threads))
	}
	fmt.Fprintf(&all, "\n%d of %d are executions under %v\n", allowed, count, m)
	return all.String(), err
}

// started is the thread of that name, or number from 1.
func started(p *model.Program, r *machine.Machine, name string) (event.ThreadID, error) {
	so, err := trace.Of(p, r.Memory(), r.Events())
	if err != nil {
		return event.NoThread, err
	}
	if t := slices.Index(so.Threads, name); t >= 0 {
		return event.ThreadID(t), nil
	}
	if n, err := strconv.Atoi(name); err == nil && 1 <= n && n <= r.Threads() {
		return event.ThreadID(n - 1), nil
	}
	return event.NoThread, fmt.Errorf("event %d: no thread is called %q there", r.Len()+1, name)
}

func writeCandidate(w *strings.Builder, done trace.Trace, v *exhaustive.Violation) {
	for i, s := range done.Steps {
		if i > 0 {
			w.WriteString("; ")
		}
		fmt.Fprintf(w, "%s: %s", done.Threads[s.Event.Thread], s.Text)
	}
	if v == nil {
		w.WriteString("\n  allowed\n")
		return
	}
	fmt.Fprintf(w, "\n  forbidden, since %s: ", v.Axiom)
	name := func(e int) string {
		if e < 0 {
			return "the start"
		}
		return fmt.Sprintf("%s.%d", done.Threads[done.Steps[e].Event.Thread], done.Steps[e].Event.Index)
	}
	for _, e := range v.Cycle {
		fmt.Fprintf(w, "%s →%s ", name(e.Event), e.Relation)
	}
	w.WriteString(name(v.Cycle[0].Event) + "\n")
}
