package model

import (
	"fmt"
	"iter"
	"slices"
)

// sideBySide runs the bodies of an execution, each as a coroutine that waits at
// every operation. A spawned body is the one that its parent's running body
// passed to Go.
type sideBySide struct {
	*Isolation
	recorded []recorded   // by ThreadID
	threads  []sideThread // by ThreadID
	// While an execution is recorded:
	memory objects
	issued []bufferedStores // by ThreadID, where Stores are buffered
	other  int64            // in place of the object of an operation that has none
}

// recorded holds what one thread of an execution did when its bodies ran side by side.
type recorded struct {
	asked   []operation // the last one was not done
	results []int64     // of the others
	parent  ThreadID    // of a spawned thread, else NoThread
	spawn   int         // the index of the parent's operation that started it
	nth     int32       // and which Go of the parent that was, counted from 1
}

type sideThread struct {
	body      func(*Thread) // nil before the thread is spawned
	coroutine *coroutine    // nil before the body has begun
	asked     int           // operations it has asked for
}

func newSideBySide(i *Isolation, rec []recorded) *sideBySide {
	r := &sideBySide{Isolation: i, recorded: rec}
	r.grow(max(len(rec), len(i.program.threads)))
	for t, declared := range i.program.threads {
		r.threads[t].body = declared.body
	}
	return r
}

func (r *sideBySide) grow(n int) {
	for len(r.threads) < n {
		r.threads = append(r.threads, sideThread{})
	}
	for len(r.recorded) < n {
		r.recorded = append(r.recorded, recorded{parent: NoThread})
	}
	for len(r.issued) < n {
		r.issued = append(r.issued, nil)
	}
}

func (r *sideBySide) end() {
	for t := range r.threads {
		if c := r.threads[t].coroutine; c != nil {
			c.abandon()
			r.idle = append(r.idle, c)
		}
	}
}

func (r *sideBySide) isAncestor(t, u ThreadID) bool {
	for u != NoThread && u != t {
		u = r.recorded[u].parent
	}
	return u == t
}

func (r *sideBySide) ThreadName(t ThreadID) string {
	rec := &r.recorded[t]
	if rec.nth == 0 {
		return fmt.Sprintf("%d (%s)", t, r.program.threads[t].name)
	}
	return childName(t, rec.nth, r.ThreadName(rec.parent))
}

func (r *sideBySide) spawnPath(t ThreadID) spawnPath {
	if rec := &r.recorded[t]; rec.nth > 0 {
		return spawnPath{rec.parent, rec.nth}
	}
	return spawnPath{parent: t}
}

func (r *sideBySide) begin(t ThreadID) operation {
	thread := &r.threads[t]
	thread.coroutine = r.idle.take()
	thread.asked++
	thread.coroutine.begin(Thread{program: r.program, id: t, names: r, ahead: 1, fences: r.model.Buffers()}, thread.body, nil)
	return thread.coroutine.thread.asked[0]
}

// resume lets the operation that t is at return result, and returns the next one.
func (r *sideBySide) resume(t ThreadID, result int64) operation {
	thread := &r.threads[t]
	if at := thread.coroutine.thread.asked[0]; at.code == opSpawn {
		r.threads[result].body = at.child.body
	}
	thread.asked++
	thread.coroutine.resume(result)
	return thread.coroutine.thread.asked[0]
}

// Running what is recorded.

func (r *sideBySide) turn(t ThreadID) *difference {
	rec, at := &r.recorded[t], r.threads[t].asked
	var got operation
	if at == 0 {
		got = r.begin(t)
	} else {
		got = r.resume(t, rec.results[at-1])
	}
	if want := rec.asked[at]; !got.equal(want) {
		return &difference{t, at, want, got}
	}
	return nil
}

// advance lets t ask for n operations in all, after its parent has done the Go, if t was spawned.
func (r *sideBySide) advance(t ThreadID, n int) *difference {
	if rec := &r.recorded[t]; rec.parent != NoThread && r.threads[t].body == nil {
		if d := r.advance(rec.parent, rec.spawn+2); d != nil {
			return d
		}
	}
	for r.threads[t].asked < n {
		if d := r.turn(t); d != nil {
			return d
		}
	}
	return nil
}

func (r *sideBySide) finish(t ThreadID) *difference { return r.advance(t, len(r.recorded[t].asked)) }

func (r *sideBySide) forwards() *difference { return r.finishAll(slices.All(r.threads)) }

func (r *sideBySide) backwards() *difference { return r.finishAll(slices.Backward(r.threads)) }

func (r *sideBySide) finishAll(threads iter.Seq2[int, sideThread]) *difference {
	for t := range threads {
		if d := r.finish(ThreadID(t)); d != nil {
			return d
		}
	}
	return nil
}

// inTurns lets the threads do one operation each at a time, the last thread first.
func (r *sideBySide) inTurns() *difference {
	for any := true; any; {
		any = false
		for t := len(r.threads) - 1; t >= 0; t-- {
			if thread := &r.threads[t]; thread.body == nil || thread.asked == len(r.recorded[t].asked) {
				continue
			}
			any = true
			if d := r.turn(ThreadID(t)); d != nil {
				return d
			}
		}
	}
	return nil
}

// Recording.

func (r *sideBySide) start() error {
	r.memory = initialObjects(r.program)
	for t := len(r.program.threads) - 1; t >= 0; t-- {
		if err := r.asks(ThreadID(t), r.begin(ThreadID(t))); err != nil {
			return err
		}
	}
	return nil
}

func (r *sideBySide) asks(t ThreadID, op operation) error {
	if op.code == opRefused {
		return &UsageError{Thread: r.ThreadName(t), Problem: op.message}
	}
	rec := &r.recorded[t]
	rec.asked = append(rec.asked, op)
	if r.model.Buffers() && r.model.isBuffered(op.code) {
		return r.issue(t, op)
	}
	return nil
}

func (r *sideBySide) next(t ThreadID) (s Step, object *int64) {
	s = r.at(t).step()
	if object = r.memory.of(s); object == nil {
		object = &r.other
	}
	if own := r.newest(t, s.Object); own != nil && !s.Drains(r.model, own.value) {
		r.other = own.value
		object = &r.other
	}
	if s.code == opJoin {
		*object = r.at(ThreadID(s.Object)).step().Result()
	}
	return s, object
}

// at is the operation that t is at; if t has not begun, a false Assume.
func (r *sideBySide) at(t ThreadID) operation {
	if int(t) < len(r.threads) && r.threads[t].coroutine != nil {
		return r.threads[t].coroutine.thread.asked[0]
	}
	return operation{code: opAssume}
}

// do lets t do the operation it is at: a Go starts the thread object, a Choose returns object.
func (r *sideBySide) do(t ThreadID, object int32) error {
	s, at := r.next(t)
	result, child := s.Returned(*at), ThreadID(object)
	*at = s.Written(*at)
	switch s.code {
	case opChoose:
		result = int64(object)
	case opSpawn:
		result = int64(child)
		r.grow(int(child) + 1)
		r.recorded[child] = recorded{parent: t, spawn: r.threads[t].asked - 1, nth: r.threads[t].coroutine.thread.spawned}
	}
	rec := &r.recorded[t]
	rec.results = append(rec.results, result)
	if err := r.asks(t, r.resume(t, result)); err != nil || s.code != opSpawn {
		return err
	}
	return r.asks(child, r.begin(child))
}

func (r *sideBySide) record(events []Event) error {
	for _, e := range events {
		if e.IsFlush() {
			if !r.flush(e.Issuer(), e.Kind, e.Object) {
				return r.strayed(e)
			}
			continue
		}
		s, object := r.next(e.Thread)
		if s.Stopped() || s.Kind(*object) != e.Kind.inMemory() || !s.Enabled(*object) || e.Kind != Spawn && e.Kind != Choice && s.Object != e.Object {
			return r.strayed(e)
		}
		if err := r.do(e.Thread, e.Object); err != nil {
			return err
		}
	}
	return nil
}

// recordLast runs an execution of the last thread that is enabled, up to size events.
func (r *sideBySide) recordLast(size int) error {
	for range size {
		t := len(r.threads) - 1
		for t >= 0 && !r.enabled(ThreadID(t)) {
			t--
		}
		if t < 0 && r.flushAny() {
			continue
		}
		if t < 0 {
			break
		}
		object := int32(len(r.threads))
		if r.at(ThreadID(t)).code == opChoose {
			object = 0
		}
		if err := r.do(ThreadID(t), object); err != nil {
			return err
		}
	}
	return nil
}

func (r *sideBySide) enabled(t ThreadID) bool {
	s, object := r.next(t)
	if len(r.issued[t]) > 0 && s.Drains(r.model, *object) {
		return false
	}
	if s.code == opJoin {
		return r.at(ThreadID(s.Object)).step().Ended() && len(r.issued[s.Object]) == 0
	}
	return !s.Stopped() && s.Enabled(*object)
}

// strayed is for a thread that, beside the others, does not do its event e.
func (r *sideBySide) strayed(e Event) error {
	first := fmt.Sprint(e.Kind)
	switch {
	case e.Kind.OnVariable():
		first += " " + r.program.VarName(e.Object)
	case e.Kind.OnMutex():
		first += " " + r.program.MutexName(e.Object)
	}
	t := e.Thread
	if e.IsFlush() {
		t = e.Issuer()
	}
	return &SharedStateError{
		Thread: r.ThreadName(t),
		First:  r.at(t).describe(r.program),
		Then:   first,
	}
}
