package tree

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// Keep selects the recorded leaves. The leaves that a leaf branches off from are recorded, too, however late
// they end.
type Keep struct {
	First int   // the number of leaves, the first ones to end; 0 means all
	Only  int64 // if not 0, the execution with this number, and no other leaf
	Stop  bool  // stop the exploration when these have ended
}

// Record explores p with a, which must neither sample nor have a coarser equivalence, and records the
// tree. If ctx is done first, the tree is not Complete, and there is no error; other errors of the
// exploration are returned with the tree so far.
func Record(ctx context.Context, p *model.Program, a catalog.Algorithm, o algos.Options, keep Keep) (*Tree, error) {
	if a.Samples {
		return nil, errors.New("it samples: its executions make no tree")
	}
	if !a.Equivalence.KeepsOrder() {
		return nil, fmt.Errorf("its executions stand for %v classes: they do not branch off from each other at races", a.Equivalence)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &recorder{keep: keep, stop: stop, open: []*Leaf{{}}}
	o.Observer = r
	_, explored := a.New(o).Explore(ctx, p, nil)
	stopped := explored != nil && ctx.Err() != nil
	t, err := build(p, o.Memory, a.Name, r.recorded())
	if err != nil {
		return nil, err
	}
	t.Complete = explored == nil
	t.More = r.executions - t.numbered()
	if stopped {
		return t, nil
	}
	return t, explored
}

func (t *Tree) numbered() (n int64) {
	for _, l := range t.Leaves {
		if l.Number > 0 {
			n++
		}
	}
	return n
}

type recorder struct {
	keep Keep
	stop context.CancelCauseFunc

	open    []*Leaf // begun and not ended; nil for one that is not recorded
	last    *Leaf   // the one that ended last
	waiting waiting
	kept    []*Leaf

	executions   int64
	began, ended int
}

var errEnough = errors.New("everything to be recorded has ended")

func (r *recorder) enough() bool {
	if r.keep.Only != 0 {
		return r.executions >= r.keep.Only
	}
	return r.keep.First != 0 && r.ended >= r.keep.First
}

// current is the last begun exploration that has not ended.
func (r *recorder) current() *Leaf {
	if len(r.open) == 0 {
		return nil
	}
	return r.open[len(r.open)-1]
}

func (r *recorder) Found(found algos.Reversal) {
	l := r.current()
	if l == nil || r.enough() {
		return
	}
	l.events = append(l.events[:0], found.E...)
	found.E = slices.Clone(found.E)
	found.Prefix = slices.Clone(found.Prefix)
	found.Schedule = slices.Clone(found.Schedule)
	r.waiting.add(&reversal{found, l})
}

func (r *recorder) Begun(prefix, schedule []event.Event) {
	r.began++
	if r.enough() {
		r.open = append(r.open, nil)
		return
	}
	l := &Leaf{prefix: len(prefix), events: slices.Clone(prefix), Began: r.began}
	l.reversal = r.waiting.take(prefix, schedule)
	l.Parent = r.parent(l, prefix)
	r.waiting.drop(prefix, r.last)
	r.open = append(r.open, l)
}

// parent is the leaf that l, which begins with prefix, branches off from.
func (r *recorder) parent(l *Leaf, prefix []event.Event) *Leaf {
	if l.reversal != nil && event.StartsWith(l.reversal.in.events, prefix) {
		return l.reversal.in
	}
	if len(r.open) > 0 {
		return r.current()
	}
	// The first leaf with this prefix.
	parent := r.last
	for parent.Parent != nil && parent.prefix >= len(prefix) {
		parent = parent.Parent
	}
	return parent
}

func (r *recorder) Asleep(e []event.Event, asleep event.Event, reason func() string) {
	if r.keep.Only != 0 || r.enough() {
		return
	}
	l := r.last
	if len(r.open) > 0 {
		l = r.current()
	}
	if l != nil {
		l.sleeps(len(e), asleep, reason)
	}
}

func (r *recorder) Ended(e []event.Event, end algos.End) {
	l := r.current()
	r.open = r.open[:len(r.open)-1]
	enough := r.enough()
	if end.How == algos.Executed {
		r.executions++
	}
	r.ended++
	if l != nil {
		r.end(l, e, end)
		if !enough && (r.keep.Only == 0 || r.executions == r.keep.Only && l.Number != 0) {
			r.record(l)
		}
	}
	if r.keep.Stop && r.enough() {
		r.stop(errEnough)
	}
}

func (r *recorder) end(l *Leaf, e []event.Event, end algos.End) {
	l.events, l.order = slices.Clone(e), r.ended
	l.Ending, l.Outcome, l.Failure = end.How, end.Outcome, end.Failure
	if end.How == algos.Executed {
		l.Number = r.executions
	}
	r.last = l
}

// record keeps l and all leaves that it descends from.
func (r *recorder) record(l *Leaf) {
	if l == nil || l.kept {
		return
	}
	l.kept = true
	r.kept = append(r.kept, l)
	r.record(l.Parent)
	if l.reversal != nil {
		r.record(l.reversal.in)
	}
}

// recorded returns the kept leaves, in the order of Tree.Leaves.
func (r *recorder) recorded() []*Leaf {
	for _, l := range slices.Backward(r.open) {
		if l != nil {
			r.ended++
			l.Ending, l.order = Unfinished, r.ended
		}
	}
	slices.SortFunc(r.kept, func(a, b *Leaf) int { return a.order - b.order })
	return r.kept
}

// sleeps records, once, that an event is asleep after the first n events.
func (l *Leaf) sleeps(n int, e event.Event, reason func() string) {
	for _, s := range l.Sleeping {
		if s.At == n && event.Same(s.Event, e) {
			return
		}
	}
	l.Sleeping = append(l.Sleeping, Sleeping{n, e, reason()})
}

// reversal is a race that will be reversed, and where it was found.
type reversal struct {
	algos.Reversal
	in *Leaf
}

// waiting are the reversals whose exploration has not begun, by the lengths of
// their prefixes.
type waiting [][]*reversal

func (w *waiting) add(r *reversal) {
	its := stack.At((*[][]*reversal)(w), len(r.Prefix))
	*its = append(*its, r)
}

// take removes and returns the reversal with this prefix and this schedule; nil if there is none.
func (w waiting) take(prefix, schedule []event.Event) *reversal {
	if len(prefix) >= len(w) {
		return nil
	}
	list := w[len(prefix)]
	for i, r := range list {
		if event.StartsWith(r.Prefix, prefix) && len(r.Schedule) == len(schedule) && event.StartsWith(r.Schedule, schedule) {
			w[len(prefix)] = slices.Delete(list, i, i+1)
			return r
		}
	}
	return nil
}

// drop forgets the reversals with longer prefixes in left, which the exploration has left: they never begin.
func (w waiting) drop(prefix []event.Event, left *Leaf) {
	if left == nil {
		return
	}
	for n := len(prefix) + 1; n < len(w); n++ {
		w[n] = slices.DeleteFunc(w[n], func(r *reversal) bool { return event.StartsWith(left.events, r.Prefix) })
	}
}
