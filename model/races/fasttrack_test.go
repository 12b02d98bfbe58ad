package races_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/model/event"
	"dporbench/model/races"
)

// step is an operation of an event: of a clock or a variable, of two clocks, or of another thread.
type step struct {
	kind    kind
	of, and int32
}

type kind int

const (
	acquire kind = iota
	release
	merge
	mergeFrom
	copyClock
	plainRead
	plainWrite
	atomicRead
	atomicWrite
	start
	join
)

// happened is an event with its operations.
type happened struct {
	thread int
	done   []step
}

// definition applies what FastTrack computes as it is defined: vectors with the number of events of each thread.
type definition struct {
	threads, clocks [][]int
	events          []int // of each thread
	accesses        []accessed
}

type accessed struct {
	step
	thread, event int
}

func define(threads, clocks int) *definition {
	d := &definition{events: make([]int, threads)}
	for range threads {
		d.threads = append(d.threads, make([]int, threads))
	}
	for range clocks {
		d.clocks = append(d.clocks, make([]int, threads))
	}
	return d
}

// add applies an event, and reports whether it races with an earlier one.
func (d *definition) add(e happened) (raced bool) {
	d.events[e.thread]++
	own := d.threads[e.thread]
	own[e.thread] = d.events[e.thread]
	for _, o := range e.done {
		switch o.kind {
		case acquire:
			include(own, d.clocks[o.of])
		case release:
			d.clocks[o.of] = slices.Clone(own)
		case merge:
			include(d.clocks[o.of], own)
		case mergeFrom:
			include(d.clocks[o.of], d.clocks[o.and])
		case copyClock:
			d.clocks[o.of] = slices.Clone(d.clocks[o.and])
		case start:
			d.threads[o.of] = slices.Clone(own)
		case join:
			include(own, d.threads[o.of])
		default:
			for _, a := range d.accesses {
				raced = raced || a.of == o.of && conflict(a.kind, o.kind) && a.event > own[a.thread]
			}
			d.accesses = append(d.accesses, accessed{o, e.thread, d.events[e.thread]})
		}
	}
	return raced
}

func conflict(a, b kind) bool {
	writes := func(k kind) bool { return k == plainWrite || k == atomicWrite }
	plain := func(k kind) bool { return k == plainRead || k == plainWrite }
	return (writes(a) || writes(b)) && (plain(a) || plain(b))
}

func include(a, b []int) {
	for t, n := range b {
		a[t] = max(a[t], n)
	}
}

func track(f *races.FastTrack, e happened, at int) (v races.Verdict) {
	f.Begin(event.ThreadID(e.thread), int32(at))
	for _, o := range e.done {
		switch o.kind {
		case acquire:
			f.Acquire(o.of)
		case release:
			f.Release(o.of)
		case merge:
			f.Merge(o.of)
		case mergeFrom:
			f.MergeFrom(o.of, o.and)
		case copyClock:
			f.Copy(o.of, o.and)
		case start:
			f.Start(o.of)
		case join:
			f.Join(o.of)
		case plainRead, plainWrite:
			v = f.Plain(o.of, o.kind == plainWrite)
		default:
			v = f.Atomic(o.of, o.kind == atomicWrite)
		}
		if v != races.Ordered {
			return v
		}
	}
	return races.Ordered
}

// random makes an event, after which the number of started threads and which of them are joined are as returned.
func random(r *rand.Rand, threads, clocks int, started int, joined []bool) happened {
	t := r.IntN(started)
	for joined[t] {
		t = r.IntN(started)
	}
	clock := func() int32 { return r.Int32N(int32(clocks)) }
	switch n := r.IntN(12); {
	case n == 0 && started < threads:
		return happened{t, []step{{kind: start, of: int32(started)}}}
	case n == 1:
		if u := r.IntN(started); u > t && !joined[u] {
			return happened{t, []step{{kind: join, of: int32(u)}}}
		}
	}
	e := happened{thread: t}
	if r.IntN(3) == 0 {
		e.done = append(e.done, step{acquire, clock(), 0})
	}
	if r.IntN(4) > 0 {
		e.done = append(e.done, step{kind: plainRead + kind(r.IntN(4)), of: r.Int32N(4)})
	}
	if r.IntN(2) == 0 {
		e.done = append(e.done, step{release + kind(r.IntN(4)), clock(), clock()})
	}
	return e
}

// TestFastTrack: FastTrack finds a race exactly where the definition has one, however much is taken back, and has the same order of
// events.
func TestFastTrack(t *testing.T) {
	r := rand.New(rand.NewPCG(49, 3))
	raced, unraced := 0, 0
	for threads := 1; threads <= 6; threads++ {
		const clocks = 3
		var f races.FastTrack
		f.Fit(threads, clocks, 4)
		var all []happened
		for range 3000 {
			if len(all) > 20 {
				n := r.IntN(len(all))
				all = all[:n]
				f.TakeBack(int32(n))
			}
			d, started, joined := define(threads, clocks), 1, make([]bool, threads)
			for _, e := range all {
				d.add(e)
				for _, o := range e.done {
					switch o.kind {
					case start:
						started++
					case join:
						joined[o.of] = true
					}
				}
			}
			e := random(r, threads, clocks, started, joined)
			want := d.add(e)
			got := track(&f, e, len(all))
			for got == races.Restart {
				f.TakeBack(0)
				for i, e := range append(slices.Clone(all), e) {
					if got = track(&f, e, i); got != races.Ordered {
						break
					}
				}
			}
			if (got == races.Raced) != want {
				t.Fatalf("%d threads: %v, want a race: %v, after %v:\n%v", threads, got, want, e, all)
			}
			count := make([]int, threads)
			for i, before := range all {
				count[before.thread]++
				if f.HappensBefore(event.ThreadID(before.thread), int32(i)) != (count[before.thread] <= d.threads[e.thread][before.thread]) {
					t.Fatalf("%d threads: whether event %d of %v happens before %v", threads, i, all, e)
				}
			}
			if want {
				raced++
				f.TakeBack(int32(len(all)))
			} else {
				unraced++
				all = append(all, e)
			}
		}
	}
	if raced < 1000 || unraced < 5000 {
		t.Errorf("%d events race, %d do not", raced, unraced)
	}
}

// TestFastTrackAllocations: once warm, taking events back and adding others allocates nothing.
func TestFastTrackAllocations(t *testing.T) {
	var f races.FastTrack
	f.Fit(3, 3, 4)
	r := rand.New(rand.NewPCG(49, 4))
	all := []happened{{0, []step{{kind: start, of: 1}}}, {0, []step{{kind: start, of: 2}}}}
	for range 60 {
		all = append(all, random(r, 3, 3, 3, make([]bool, 3)))
	}
	again := func() {
		f.TakeBack(0)
		for i, e := range all {
			if track(&f, e, i) == races.Raced {
				break
			}
		}
	}
	for range 5 {
		again()
	}
	if n := testing.AllocsPerRun(50, again); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
