package test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"dporbench/algos"
	"dporbench/algos/samplers/coverage"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/model"
	modelevent "dporbench/model/event"
	"dporbench/trace"
)

// The report on a test that is too large to be explored says which events multiply its executions, how many executions a bound would leave, and how
// sure samples make.

const (
	shownRaces   = 3
	fewestBound  = 1 // preemptions
	manyOfSample = 10000
)

// wayOn names flags for a test that is too large.
func (t *tester) wayOn() string {
	if t.limited() {
		return ""
	}
	text := fmt.Sprintf("; --preemptions %d explores it in part, --samples %d at random", fewestBound, manyOfSample)
	if t.options.Unroll > 0 {
		text += ", a smaller --unroll less of its loops"
	}
	return text
}

// limited reports whether the user already explores only a part.
func (t *tester) limited() bool {
	_, bounded := t.Preemptions.Limit()
	return bounded || t.samples > 0
}

// Advise estimates how many executions there are, in half of the time that is left, and describes the events that multiply them, and explorations of a part.
func (h helper) Advise(ctx context.Context, j job.Job, p program.Program, explored int64) (a job.Advice) {
	a.HowFar = h.howFar(ctx, j, p.Program, explored)
	var b strings.Builder
	if e, ok := h.first(ctx, j, p.Program); ok {
		b.WriteString(multipliers(e, e.Races(p.Program)))
	}
	b.WriteString(h.within(ctx, j, p.Program))
	fmt.Fprintf(&b, "%s--samples %d: if none fails, fewer than %.2g %% of such do, with a confidence of 95 %%\n", indent, manyOfSample, 100*coverage.AtMost(0, manyOfSample))
	a.Text = b.String()
	return a
}

// first returns the first execution of an exploration.
func (h helper) first(ctx context.Context, j job.Job, p *model.Program) (trace.Trace, bool) {
	var events []modelevent.Event
	algorithm, _ := h.registry.Algorithm(j.Algorithm)
	_, err := algorithm.New(j.Settings.Options()).Explore(ctx, p, func(e *model.Execution) error {
		events = slices.Clone(e.Events())
		return algos.ErrStop
	})
	if err != nil || events == nil {
		return trace.Trace{}, false
	}
	found, err := trace.Of(p, j.Settings.Memory, events)
	return found, err == nil
}

// racing is the pairs of events of an execution, at two places, that could happen in the other order.
type racing struct {
	first, second string // the places, each with its first operation
	pairs         int
	threads       map[[2]modelevent.ThreadID]bool
	rounds        map[modelevent.ThreadID]map[int]bool // the events of each thread
}

// multipliers says which pairs of places of an execution have the most races. Each race is two classes of executions at least, so these multiply.
func multipliers(e trace.Trace, races [][]int) string {
	all, sum := map[[2]string]*racing{}, 0
	for second, firsts := range races {
		for _, first := range firsts {
			sum++
			one, other := e.Steps[first], e.Steps[second]
			if one.Place > other.Place {
				one, other = other, one
			}
			at := [2]string{cmp.Or(one.Place, one.Text), cmp.Or(other.Place, other.Text)}
			r := all[at]
			if r == nil {
				r = &racing{first: described(one), second: described(other), threads: map[[2]modelevent.ThreadID]bool{}, rounds: map[modelevent.ThreadID]map[int]bool{}}
				all[at] = r
			}
			r.add(e, first, second)
		}
	}
	if sum == 0 {
		return ""
	}
	sorted := slices.SortedFunc(maps.Values(all), func(a, b *racing) int {
		return cmp.Or(cmp.Compare(b.pairs, a.pairs), cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "%sin one execution, of %d events, %s in the other order:\n", indent, len(e.Steps), table.Plural(sum, "pair could happen", "pairs could happen"))
	for _, r := range sorted[:min(shownRaces, len(sorted))] {
		fmt.Fprintf(&b, "%s    %d: %s\n", indent, r.pairs, r)
	}
	return b.String()
}

func (r *racing) add(e trace.Trace, first, second int) {
	r.pairs++
	pair := [2]modelevent.ThreadID{e.Steps[first].Event.Thread, e.Steps[second].Event.Thread}
	r.threads[[2]modelevent.ThreadID{min(pair[0], pair[1]), max(pair[0], pair[1])}] = true
	for i, at := range []int{first, second} {
		if r.rounds[pair[i]] == nil {
			r.rounds[pair[i]] = map[int]bool{}
		}
		r.rounds[pair[i]][at] = true
	}
}

func (r *racing) String() string {
	text := r.first + " beside " + r.second
	text += ", " + table.Plural(len(r.threads), "pair of goroutines", "pairs of goroutines")
	most := 0
	for _, events := range r.rounds {
		most = max(most, len(events))
	}
	if most > 1 {
		text += fmt.Sprintf(", each up to %d times", most)
	}
	return text
}

// described is the place of a step and its operation.
func described(s trace.Step) string {
	verb, _, _ := strings.Cut(s.Text, " →")
	if s.Place == "" {
		return verb
	}
	return s.Place + " (" + verb + ")"
}

// within says how many executions a bound of preemptions leaves.
func (h helper) within(ctx context.Context, j job.Job, p *model.Program) string {
	a, _ := h.registry.Algorithm(bounded)
	o := j.Settings.Options()
	o.Preemptions = algos.AtMost(fewestBound)
	began, visited := time.Now(), int64(0)
	_, err := a.New(o).Explore(ctx, p, func(*model.Execution) error { visited++; return nil })
	switch {
	case err == nil:
		return fmt.Sprintf("%s--preemptions %d leaves %s\n", indent, fewestBound, count(visited))
	case ctx.Err() != nil && visited > 0:
		return fmt.Sprintf("%s--preemptions %d leaves more than the %s explored in %v\n", indent, fewestBound, count(visited), roughly(time.Since(began)))
	}
	return ""
}
