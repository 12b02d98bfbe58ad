package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// Record records an exploration of p by a, up to a number of steps; 0 is no limit. If ctx is done first, the recording is not
// Complete, and there is no error. Options must have the order FirstThread.
func Record(ctx context.Context, p *model.Program, a catalog.Algorithm, o algos.Options, limit int) (*Recording, error) {
	listing, err := Listing(a.Name)
	if err != nil {
		return nil, err
	}
	if o.Order != algos.FirstThread {
		return nil, fmt.Errorf("order %v: step by step, the thread with the lowest number comes first", o.Order)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &recorder{
		Recording: &Recording{Program: p.Name(), Algorithm: a.Name, Source: sources[a.Name], Listing: listing},
		program:   p, memory: o.Memory, limit: limit, stop: stop, lines: linesOf[a.Name],
		executed: map[int]bool{}, children: map[child]int{}, texts: map[event.Event]string{},
	}
	r.Nodes = []Node{{Parent: -1, Before: []int32{}, Races: []int32{}}}
	r.Steps = []Step{{Kind: Return, Lines: r.lines.start, Text: "The exploration begins: nothing has been executed."}}
	o.Observer = r
	_, err = a.New(o).Explore(ctx, p, nil)
	r.Complete = err == nil
	if err == nil || ctx.Err() != nil {
		err = r.failed
	}
	return r.Recording, err
}

var errEnough = errors.New("everything to be recorded has been")

type recorder struct {
	*Recording
	program *model.Program
	memory  memory.Model
	limit   int
	stop    context.CancelCauseFunc
	lines   lines
	state   func() algos.State
	failed  error

	executions int

	e        []event.Event // E after the last step
	about    event.Event   // of a step Asleep
	planned  int           // E up to here is a schedule, or a branch, that has begun
	executed map[int]bool  // nodes
	children map[child]int
	texts    map[event.Event]string // by textKey
}

func (r *recorder) Watch(state func() algos.State) { r.state = state }

func (r *recorder) At(e []event.Event) { r.moveTo(e, r.state()) }

func (r *recorder) Found(f algos.Reversal) {
	s := r.state()
	if r.lines.graph {
		s = algos.State{} // the graph is being cut
	}
	if n := len(s.Tails); r.lines.eager && n > 0 {
		s.Tails = s.Tails[:n-1] // without the one that this reversal is about to leave
	}
	r.moveTo(f.E, s)
	race := []int{event.Find(f.E, f.First), event.Find(f.E, f.Second)}
	if race[1] == len(f.E) {
		race[1] = -1
	}
	r.add(Race, s, race, "%s races with %s. %s", r.name(f.E, f.First), r.name(f.E, f.Second), r.lines.reversal(r, f))
}

func (r *recorder) Begun(prefix, schedule []event.Event) {
	s := r.state()
	if r.lines.graph {
		s = algos.State{}
	}
	r.planned = len(prefix) + len(schedule)
	r.e = slices.Clone(prefix)
	r.add(Branch, s, nil, "%s", r.lines.branching(r, prefix, schedule))
}

func (r *recorder) Asleep(e []event.Event, asleep event.Event, reason func() string) {
	s := r.state()
	if len(e) >= len(r.e) || !event.StartsWith(r.e, e) {
		r.moveTo(e, s)
	}
	whole := r.e
	r.e = append(slices.Clone(e), asleep)
	r.ask(s)
	r.e = whole
	r.about = asleep
	if r.lines.waits != "" && len(e) < len(r.e) {
		r.add(Asleep, s, nil, "The reversal of a race can begin with %s, but that is asleep after %s, so nothing is added: %s.", r.plain(asleep), events(len(e)), reason())
		return
	}
	r.add(Asleep, s, nil, "%s is asleep after %s: %s.", r.plain(asleep), events(len(e)), reason())
}

func (r *recorder) Ended(e []event.Event, end algos.End) {
	s := r.state()
	switch end.How {
	case algos.Executed:
		r.moveTo(e, s)
		r.executions++
		text := fmt.Sprintf("No event can be added: execution %d, %v.", r.executions, end.Outcome)
		if end.Failure != "" {
			text += " " + end.Failure
		}
		r.add(Output, s, nil, "%s", text)
	case algos.Redundant:
		r.moveTo(e, s)
		r.add(Barren, s, nil, "Every enabled thread is asleep: this exploration was redundant.")
	case algos.Blocked:
		r.add(Blocked, s, nil, "The schedule is left: its last event is asleep, so nothing is explored after it.")
	}
}

// moveTo adds the steps from the last E to e.
func (r *recorder) moveTo(e []event.Event, s algos.State) {
	n := event.CommonPrefix(r.e, e)
	switch {
	case n == len(e) && n == len(r.e):
		return
	case r.lines.graph && n < len(r.e):
		r.visit(e, s)
		return
	case n < len(r.e) && r.wasExecuted(e):
		r.e = slices.Clone(e)
		r.add(Return, s, nil, "%s", r.lines.back(r, n))
		return
	case n < len(r.e):
		r.e = slices.Clone(e[:n])
		r.add(Return, s, nil, "E is taken back to %s.", first(n))
	}
	for ; n < len(e); n++ {
		r.e = append(r.e, e[n])
		planned := n < r.planned
		if n == len(e)-1 {
			r.ask(s)
		}
		r.add(Execute, s, nil, "%s", r.lines.executes(r, e[n], planned, n == r.planned-1))
		at, _ := r.reach(r.e)
		r.executed[at] = true
	}
	r.planned = 0
}

func (r *recorder) wasExecuted(e []event.Event) bool {
	at, n := r.reach(e)
	return n == len(e) && r.executed[at]
}

// ask adds a step for each walk that was needed to decide whether the last event of E is asleep.
func (r *recorder) ask(s algos.State) {
	for _, w := range s.Walks {
		d := r.walk(w)
		only := s
		only.Walks = []algos.Walk{w}
		r.addLines(Ask, ofWalk(w), only, nil, "Is %s asleep? "+d.Text+".", r.name(r.e, r.e[len(r.e)-1]))
	}
}

// visit is moveTo for graphs, whose linearisations need not begin alike.
func (r *recorder) visit(e []event.Event, s algos.State) {
	var added []event.Event
	for _, f := range e {
		if event.Find(r.e, f) == len(r.e) {
			added = append(added, f)
		}
	}
	r.e = slices.Clone(e)
	text := "Another graph is visited."
	kind := Return
	if len(added) == 1 && len(r.e) > 0 {
		kind, text = Execute, fmt.Sprintf("%s is added to the graph.", r.name(e, added[0]))
	}
	r.planned = 0
	r.add(kind, s, nil, "%s", text)
}

func (r *recorder) add(kind Kind, s algos.State, race []int, format string, args ...any) {
	planned := r.planned > 0 && len(r.e) <= r.planned
	about := r.about
	if kind == Execute {
		about = r.e[len(r.e)-1]
	}
	r.addLines(kind, r.lines.of(kind, planned, about), s, race, format, args...)
}

func (r *recorder) addLines(kind Kind, lines []int, s algos.State, race []int, format string, args ...any) {
	if r.failed != nil || r.limit > 0 && len(r.Steps) >= r.limit {
		r.stop(errEnough)
		return
	}
	node, err := r.node(r.e)
	if err != nil {
		r.failed = err
		r.stop(err)
		return
	}
	if last := len(r.Steps) - 1; last > 0 && r.Steps[last].Kind == Return && (kind == Return || kind == Branch) {
		r.Steps = r.Steps[:last] // on the way to where this one leads
	}
	r.Steps = append(r.Steps, Step{
		Kind: kind, Lines: lines, Text: fmt.Sprintf(format, args...), Node: node, Race: race, Holds: r.describe(kind, s),
	})
}

// events counts events in words.
func events(n int) string {
	if n == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", n)
}

// first is the prefix of E of length n in words.
func first(n int) string {
	switch n {
	case 0:
		return "the empty execution"
	case 1:
		return "its first event"
	}
	return fmt.Sprintf("its first %d events", n)
}
