package isolation

import (
	"fmt"
	"iter"
	"slices"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// sideBySide runs the bodies of an execution, each as a coroutine that waits at
// every operation. A spawned body is the one that its parent's running body
// passed to Go.
type sideBySide struct {
	*Isolation
	recorded []recorded     // by ThreadID
	threads  []sideThread   // by ThreadID
	applied  *front.Applied // nil unless updates commute
	// While an execution is recorded:
	objects behaviour.Objects
	issued  []bufferedStores // by ThreadID, where Stores are buffered
	other   int64            // stands for the object of an operation that has none
	quiet   bool             // functions of Awaits and Whens are not called
	// Where executions are graphs:
	written map[reference]int64 // the values that events have written
	found   *int64              // the value that the next operation finds
}

// recorded holds what one thread of an execution did when its bodies ran side by side.
type recorded struct {
	asked   []operation.Operation // the last one was not done
	results []int64               // of the others
	parent  event.ThreadID        // of a spawned thread, else NoThread
	spawn   int                   // the index of the parent's operation that started it
	nth     int32                 // and which of the parent's Gos that was, from 1
}

type sideThread struct {
	body      front.Body       // nil before the thread is spawned
	coroutine *front.Coroutine // nil before the body has begun
	asked     int              // operations it has asked for
	quiet     bool             // see sideBySide
	guards    []guarded        // of these operations, the ones that wait for a value
}

// guarded is an operation of a thread, by index, that waits for a value.
type guarded struct {
	at int
	op operation.Operation
}

func newSideBySide(i *Isolation, rec []recorded) *sideBySide {
	r := &sideBySide{Isolation: i, recorded: rec}
	if i.program.Commutes(i.memory) {
		r.applied = front.NewApplied()
	}
	r.grow(max(len(rec), i.program.NumThreads()))
	for t := range i.program.NumThreads() {
		r.threads[t].body = i.program.Declared(event.ThreadID(t)).Body
	}
	return r
}

func (r *sideBySide) grow(n int) {
	for len(r.threads) < n {
		r.threads = append(r.threads, sideThread{})
	}
	for len(r.recorded) < n {
		r.recorded = append(r.recorded, recorded{parent: event.NoThread})
	}
	for len(r.issued) < n {
		r.issued = append(r.issued, nil)
	}
}

func (r *sideBySide) end() {
	for t := range r.threads {
		if c := r.threads[t].coroutine; c != nil {
			c.Abandon()
			r.idle = append(r.idle, c)
		}
	}
}

func (r *sideBySide) isAncestor(t, u event.ThreadID) bool {
	for u != event.NoThread && u != t {
		u = r.recorded[u].parent
	}
	return u == t
}

func (r *sideBySide) ThreadName(t event.ThreadID) string {
	rec := &r.recorded[t]
	if rec.nth == 0 {
		return fmt.Sprintf("%d (%s)", t, r.program.ThreadName(t))
	}
	return behaviour.ChildName(t, rec.nth, r.ThreadName(rec.parent))
}

func (r *sideBySide) SpawnPath(t event.ThreadID) front.SpawnPath {
	if rec := &r.recorded[t]; rec.nth > 0 {
		return front.SpawnPath{Parent: rec.parent, N: rec.nth}
	}
	return front.SpawnPath{Parent: t}
}

func (r *sideBySide) ChildOf(p front.SpawnPath) (t event.ThreadID, known bool) {
	for t := range r.recorded {
		if rec := &r.recorded[t]; rec.nth == p.N && rec.parent == p.Parent {
			return event.ThreadID(t), true
		}
	}
	return t, false
}

func (r *sideBySide) begin(t event.ThreadID) operation.Operation {
	thread := &r.threads[t]
	thread.coroutine, thread.quiet = r.idle.Take(), r.quiet
	thread.coroutine.Begin(front.Start{Program: r.program, Thread: t, Names: r, Memory: r.memory, Applied: r.applied, Ahead: 1}, thread.body)
	return thread.asks()
}

// asks returns the operation that the body has reached.
func (t *sideThread) asks() operation.Operation {
	op := t.coroutine.Asked()[0]
	if g := op.Guard(); g != nil && t.quiet {
		g.Trusted = true // so that it is not called to be compared either
	} else if g != nil {
		g.Remember()
		t.guards = append(t.guards, guarded{t.asked, op})
	}
	t.asked++
	return op
}

// changed returns a difference in the condition that a thread has waited for: its functions no longer return the same
// as when it reached the operation.
func (r *sideBySide) changed(t event.ThreadID) *difference {
	for _, g := range r.threads[t].guards {
		if g.op.Guard().Changed() {
			return &difference{t, g.at, g.op, g.op, true, nil}
		}
	}
	return nil
}

func (r *sideBySide) anyChanged() *difference {
	for t := range r.threads {
		if d := r.changed(event.ThreadID(t)); d != nil {
			return d
		}
	}
	return nil
}

// resume makes the operation that t is at return result, and returns the next one.
func (r *sideBySide) resume(t event.ThreadID, result int64) operation.Operation {
	thread := &r.threads[t]
	if at := thread.coroutine.Asked()[0]; at.Code == operation.Spawn {
		r.threads[result].body = at.Child.(front.Declared).Body
	}
	thread.coroutine.Resume(result)
	return thread.asks()
}

// Running a recording.

func (r *sideBySide) turn(t event.ThreadID) *difference {
	rec, at := &r.recorded[t], r.threads[t].asked
	var got operation.Operation
	if at == 0 {
		got = r.begin(t)
	} else {
		got = r.resume(t, rec.results[at-1])
	}
	if want := rec.asked[at]; !got.Equal(want) {
		return &difference{t, at, want, got, false, r.threads[t].coroutine.Refusal()}
	}
	return nil
}

// advance runs t until it has asked for n operations in all, after its parent has done the Go, if t was spawned.
func (r *sideBySide) advance(t event.ThreadID, n int) *difference {
	if rec := &r.recorded[t]; rec.parent != event.NoThread && r.threads[t].body == nil {
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

func (r *sideBySide) finish(t event.ThreadID) *difference {
	if d := r.advance(t, len(r.recorded[t].asked)); d != nil {
		return d
	}
	return r.changed(t)
}

func (r *sideBySide) forwards() *difference { return r.finishAll(slices.All(r.threads)) }

func (r *sideBySide) backwards() *difference { return r.finishAll(slices.Backward(r.threads)) }

func (r *sideBySide) finishAll(threads iter.Seq2[int, sideThread]) *difference {
	for t := range threads {
		if d := r.finish(event.ThreadID(t)); d != nil {
			return d
		}
	}
	return r.anyChanged()
}

// inTurns lets the threads do one operation each in turn, the last thread first.
func (r *sideBySide) inTurns() *difference {
	for any := true; any; {
		any = false
		for t := len(r.threads) - 1; t >= 0; t-- {
			if thread := &r.threads[t]; thread.body == nil || thread.asked == len(r.recorded[t].asked) {
				continue
			}
			any = true
			if d := r.turn(event.ThreadID(t)); d != nil {
				return d
			}
		}
	}
	return r.anyChanged()
}

// Recording.

func (r *sideBySide) start() error {
	r.objects = behaviour.InitialObjects(r.program)
	for t := r.program.NumThreads() - 1; t >= 0; t-- {
		if err := r.asks(event.ThreadID(t), r.begin(event.ThreadID(t))); err != nil {
			return err
		}
	}
	return nil
}

func (r *sideBySide) asks(t event.ThreadID, op operation.Operation) error {
	if op.Code == operation.Refused {
		return r.threads[t].coroutine.Refusal()
	}
	rec := &r.recorded[t]
	rec.asked = append(rec.asked, op)
	if op.Buffered(r.memory) {
		return r.issue(t, op)
	}
	return nil
}

func (r *sideBySide) next(t event.ThreadID) (s operation.Step, object *int64) {
	s = r.at(t).Step
	if object = r.objects.Of(s); object == nil {
		object = &r.other
	}
	if own := r.newest(t, s.Object); own != nil && !s.Drains(r.memory, own.value) {
		r.other = own.value
		object = &r.other
	}
	if r.found != nil {
		object = r.found
	}
	if s.Code == operation.Join {
		*object = r.at(event.ThreadID(s.Object)).Step.Result()
	}
	return s, object
}

// at returns the operation that t is at; if t has not begun, a false Assume.
func (r *sideBySide) at(t event.ThreadID) operation.Operation {
	if int(t) < len(r.threads) && r.threads[t].coroutine != nil {
		return r.threads[t].coroutine.Asked()[0]
	}
	return operation.New(operation.Assume, 0, operation.Operands{})
}

// do lets t do the operation it is at: a Go starts the thread object, a Choose returns object.
func (r *sideBySide) do(t event.ThreadID, object int32) error {
	s, at := r.next(t)
	result, child := s.Returned(*at), event.ThreadID(object)
	*at = s.Written(*at)
	switch s.Code {
	case operation.Choose:
		result = int64(object)
	case operation.Spawn:
		result = int64(child)
		r.grow(int(child) + 1)
		r.recorded[child] = recorded{parent: t, spawn: r.threads[t].asked - 1, nth: r.threads[t].coroutine.Spawned()}
	}
	rec := &r.recorded[t]
	rec.results = append(rec.results, result)
	if err := r.asks(t, r.resume(t, result)); err != nil || s.Code != operation.Spawn {
		return err
	}
	return r.asks(child, r.begin(child))
}

func (r *sideBySide) record(events []event.Event) error {
	for _, e := range events {
		if e.IsFlush() {
			if !r.flush(e.Issuer(), e.Kind, e.Object) {
				return r.strayed(e)
			}
			continue
		}
		r.refer(e)
		s, object := r.next(e.Thread)
		if s.Stopped() || s.Kind(*object) != e.Kind.FromMemory() || !s.Enabled(*object) || e.Kind != event.Spawn && e.Kind != event.Choice && s.Object != e.Object {
			return r.strayed(e)
		}
		err := r.do(e.Thread, e.Object)
		r.wrote(e)
		if err != nil {
			return err
		}
	}
	return nil
}

// mayRun reports whether t is enabled. Time passes only if no other thread is.
func (r *sideBySide) mayRun(t event.ThreadID) bool {
	if !r.enabled(t) || r.at(t).Code != operation.Pass {
		return r.enabled(t)
	}
	for u := range r.threads {
		if u := event.ThreadID(u); r.at(u).Code != operation.Pass && r.enabled(u) {
			return false
		}
	}
	return true
}

// recordLast runs an execution that always steps the last enabled thread, up to size events.
func (r *sideBySide) recordLast(size int) error {
	return r.recordBy(size, func() event.ThreadID {
		t := event.ThreadID(len(r.threads) - 1)
		for t >= 0 && !r.mayRun(t) {
			t--
		}
		return t
	})
}

// recordFirst records an execution that always runs the first enabled thread.
func (r *sideBySide) recordFirst(size int) error {
	return r.recordBy(size, func() event.ThreadID {
		for t := range r.threads {
			if r.mayRun(event.ThreadID(t)) {
				return event.ThreadID(t)
			}
		}
		return -1
	})
}

// recordBy records an execution of up to size events in which next returns the thread that runs, or -1 if none is enabled.
func (r *sideBySide) recordBy(size int, next func() event.ThreadID) error {
	for range size {
		t := next()
		if t < 0 && r.flushAny() {
			continue
		}
		if t < 0 {
			break
		}
		object := int32(len(r.threads))
		if r.at(t).Code == operation.Choose {
			object = 0
		}
		if err := r.do(t, object); err != nil {
			return err
		}
	}
	return nil
}

func (r *sideBySide) enabled(t event.ThreadID) bool {
	s, object := r.next(t)
	if len(r.issued[t]) > 0 && s.Drains(r.memory, *object) {
		return false
	}
	if s.Code == operation.Join {
		return r.at(event.ThreadID(s.Object)).Step.Ended() && len(r.issued[s.Object]) == 0
	}
	return !s.Stopped() && s.Enabled(*object)
}

// strayed returns the error for a thread that, next to the others, does not do its event e.
func (r *sideBySide) strayed(e event.Event) error {
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
		First:  r.at(t).Describe(r.program),
		Then:   first,
	}
}
