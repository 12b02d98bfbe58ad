package tree

import (
	"context"
	"errors"
	"slices"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
)

// Keep says what of an exploration is recorded. With each leaf comes what it
// branches off from, however late that ends.
type Keep struct {
	First int   // so many of the leaves that end first; 0 stands for all
	Only  int64 // if not 0, the execution with this number, and no other leaf
	Stop  bool  // stop the exploration when these have ended
}

// Record explores p with a and records the tree. If ctx is done before the
// exploration is, the tree is not Complete; that is no error. Any other error of
// the exploration comes with the tree up to there. An algorithm that samples has
// none.
func Record(ctx context.Context, p *model.Program, a catalog.Algorithm, o algos.Options, keep Keep) (*Tree, error) {
	if a.Samples {
		return nil, errors.New("it samples: its executions make no tree")
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &recorder{keep: keep, stop: stop, open: []*branch{{}}}
	o.Observer = r
	_, explored := a.New(o).Explore(ctx, p, nil)
	stopped := explored != nil && ctx.Err() != nil
	t, err := newBuilder(p, a.Name).tree(r.recorded())
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

// numbered is the number of executions among the leaves.
func (t *Tree) numbered() (n int64) {
	for _, l := range t.Leaves {
		if l.Number > 0 {
			n++
		}
	}
	return n
}

// recorder is the Observer of Record.
type recorder struct {
	keep Keep
	stop context.CancelCauseFunc

	open    []*branch // begun and not ended; nil for one that is not recorded
	last    *branch   // that ended last
	waiting waiting
	kept    []*branch

	executions   int64
	began, ended int
}

// errEnough stops an exploration.
var errEnough = errors.New("all that is to be recorded has ended")

func (r *recorder) enough() bool {
	if r.keep.Only != 0 {
		return r.executions >= r.keep.Only
	}
	return r.keep.First != 0 && r.ended >= r.keep.First
}

// current is the exploration begun last of those that have not ended.
func (r *recorder) current() *branch {
	if len(r.open) == 0 {
		return nil
	}
	return r.open[len(r.open)-1]
}

func (r *recorder) Found(found algos.Reversal) {
	b := r.current()
	if b == nil || r.enough() {
		return
	}
	b.events = append(b.events[:0], found.E...)
	found.E = slices.Clone(found.E)
	found.Prefix = slices.Clone(found.Prefix)
	found.Schedule = slices.Clone(found.Schedule)
	r.waiting.add(&reversal{found, b})
}

func (r *recorder) Begun(prefix, schedule []model.Event) {
	r.began++
	if r.enough() {
		r.open = append(r.open, nil)
		return
	}
	b := &branch{prefix: len(prefix), events: slices.Clone(prefix), began: r.began}
	b.race = r.waiting.take(prefix, schedule)
	b.parent = r.parent(b, prefix)
	r.waiting.drop(prefix, r.last)
	r.open = append(r.open, b)
}

// parent is the branch that b, which begins with prefix, branches off from.
func (r *recorder) parent(b *branch, prefix []model.Event) *branch {
	if b.race != nil && startsWith(b.race.in.events, prefix) {
		return b.race.in
	}
	if len(r.open) > 0 {
		return r.current()
	}
	// The first one that went that way.
	parent := r.last
	for parent.parent != nil && parent.prefix >= len(prefix) {
		parent = parent.parent
	}
	return parent
}

func (r *recorder) Asleep(e []model.Event, asleep model.Event, reason func() string) {
	if r.keep.Only != 0 || r.enough() {
		return
	}
	b := r.last
	if len(r.open) > 0 {
		b = r.current()
	}
	if b != nil {
		b.sleeps(len(e), asleep, reason)
	}
}

func (r *recorder) Ended(e []model.Event, end algos.End) {
	b := r.current()
	r.open = r.open[:len(r.open)-1]
	enough := r.enough()
	if end.How == algos.Executed {
		r.executions++
	}
	r.ended++
	if b != nil {
		r.end(b, e, end)
		if !enough && (r.keep.Only == 0 || r.executions == r.keep.Only && b.number != 0) {
			r.record(b)
		}
	}
	if r.keep.Stop && r.enough() {
		r.stop(errEnough)
	}
}

func (r *recorder) end(b *branch, e []model.Event, end algos.End) {
	b.events, b.end, b.order = slices.Clone(e), end, r.ended
	if end.How == algos.Executed {
		b.number = r.executions
	}
	r.last = b
}

// record keeps b and all that it comes from.
func (r *recorder) record(b *branch) {
	if b == nil || b.kept {
		return
	}
	b.kept = true
	r.kept = append(r.kept, b)
	r.record(b.parent)
	if b.race != nil {
		r.record(b.race.in)
	}
}

// recorded lists what has been kept, in the order of Tree.Leaves.
func (r *recorder) recorded() []*branch {
	for i := len(r.open) - 1; i >= 0; i-- {
		if b := r.open[i]; b != nil {
			r.ended++
			b.end.How, b.order = Unfinished, r.ended
		}
	}
	slices.SortFunc(r.kept, func(a, b *branch) int { return a.order - b.order })
	return r.kept
}
