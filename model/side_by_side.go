package model

import "fmt"

// sideBySide runs the bodies of an execution, each as a coroutine that waits at
// every operation. A spawned body is the one that its parent's running body
// passed to Go.
type sideBySide struct {
	*Isolation
	recording *recording
	threads   []sideThread // by ThreadID
	// While an execution is recorded:
	values []int64 // of the variables
	held   []int64 // of the mutexes: Free or Held
}

type sideThread struct {
	body      func(*Thread) // nil before the thread is spawned
	coroutine *coroutine    // nil before the body has begun
	done      int           // operations
}

func newSideBySide(i *Isolation, rec *recording) *sideBySide {
	rec.program = i.program
	r := &sideBySide{Isolation: i, recording: rec}
	r.grow(max(len(rec.threads), len(i.program.threads)))
	for t, declared := range i.program.threads {
		r.threads[t].body = declared.body
	}
	return r
}

// grow makes room for n threads.
func (r *sideBySide) grow(n int) {
	for len(r.threads) < n {
		r.threads = append(r.threads, sideThread{})
	}
	for len(r.recording.threads) < n {
		r.recording.threads = append(r.recording.threads, recorded{parent: NoThread})
	}
}

// end leaves all bodies.
func (r *sideBySide) end() {
	for t := range r.threads {
		if c := r.threads[t].coroutine; c != nil {
			c.abandon()
			r.idle = append(r.idle, c)
		}
	}
}

// isAncestor reports whether t is u's parent, or an ancestor of that.
func (r *sideBySide) isAncestor(t, u ThreadID) bool {
	for u != NoThread && u != t {
		u = r.recording.threads[u].parent
	}
	return u == t
}

// threadName is for the threads' own messages.
func (r *sideBySide) ThreadName(t ThreadID) string { return r.recording.threadName(t) }

// begin runs the body of t up to its first operation, and returns that.
func (r *sideBySide) begin(t ThreadID) operation {
	thread := &r.threads[t]
	if last := len(r.idle) - 1; last >= 0 {
		thread.coroutine, r.idle = r.idle[last], r.idle[:last]
	} else {
		thread.coroutine = newCoroutine()
	}
	thread.coroutine.begin(Thread{program: r.program, id: t, names: r, ahead: 1}, thread.body, nil)
	return thread.coroutine.thread.asked[0]
}

// resume lets the operation that t is at return result, and returns the next one.
func (r *sideBySide) resume(t ThreadID, result int64) operation {
	thread := &r.threads[t]
	if at := thread.coroutine.thread.asked[0]; at.code == opSpawn {
		r.threads[result].body = at.child.body
	}
	thread.done++
	thread.coroutine.resume(result)
	return thread.coroutine.thread.asked[0]
}

// Running what is recorded.

// turn lets t begin, or do its next operation.
func (r *sideBySide) turn(t ThreadID) *difference {
	rec, thread := &r.recording.threads[t], &r.threads[t]
	var got operation
	if thread.coroutine == nil {
		got = r.begin(t)
	} else {
		got = r.resume(t, rec.results[thread.done])
	}
	if want := rec.asked[thread.done]; !got.equal(want) {
		return &difference{t, thread.done, want, got}
	}
	return nil
}

// hasTurn reports whether t can begin or do another operation.
func (r *sideBySide) hasTurn(t ThreadID) bool {
	rec, thread := &r.recording.threads[t], &r.threads[t]
	return len(rec.asked) > 0 && thread.body != nil && (thread.coroutine == nil || thread.done < len(rec.results))
}

// advance lets t do n operations in all; if t was spawned, its parent does what
// comes before the Go, and the Go.
func (r *sideBySide) advance(t ThreadID, n int) *difference {
	if rec := &r.recording.threads[t]; rec.parent != NoThread && r.threads[t].body == nil {
		if d := r.advance(rec.parent, rec.spawn+1); d != nil {
			return d
		}
	}
	for r.hasTurn(t) && (r.threads[t].coroutine == nil || r.threads[t].done < n) {
		if d := r.turn(t); d != nil {
			return d
		}
	}
	return nil
}

// finish lets t do all its operations.
func (r *sideBySide) finish(t ThreadID) *difference {
	return r.advance(t, len(r.recording.threads[t].results))
}

// forwards lets each thread finish before the next one begins.
func (r *sideBySide) forwards() *difference {
	for t := range r.threads {
		if d := r.finish(ThreadID(t)); d != nil {
			return d
		}
	}
	return nil
}

// backwards is forwards with the last thread first.
func (r *sideBySide) backwards() *difference {
	for t := len(r.threads) - 1; t >= 0; t-- {
		if d := r.finish(ThreadID(t)); d != nil {
			return d
		}
	}
	return nil
}

// inTurns lets the threads begin and then do one operation each at a time, the
// last thread first.
func (r *sideBySide) inTurns() *difference {
	for any := true; any; {
		any = false
		for t := len(r.threads) - 1; t >= 0; t-- {
			if !r.hasTurn(ThreadID(t)) {
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

// start makes the memory, and lets the declared threads begin.
func (r *sideBySide) start() error {
	for _, v := range r.program.vars {
		r.values = append(r.values, v.initial)
	}
	r.held = make([]int64, len(r.program.mutexes))
	for t := len(r.program.threads) - 1; t >= 0; t-- {
		if err := r.asks(ThreadID(t), r.begin(ThreadID(t))); err != nil {
			return err
		}
	}
	return nil
}

// asks records that t asks for op.
func (r *sideBySide) asks(t ThreadID, op operation) error {
	if op.code == opRefused {
		return &UsageError{Thread: r.ThreadName(t), Problem: op.message}
	}
	rec := &r.recording.threads[t]
	rec.asked = append(rec.asked, op)
	return nil
}

// next is the operation that t is at, and the value of its object.
func (r *sideBySide) next(t ThreadID) (s Step, value int64) {
	op := r.at(t)
	s = Step{Object: op.object, code: op.code, a: op.a, b: op.b}
	switch kind := s.Kind(0); {
	case kind.OnMutex():
		value = r.held[s.Object]
	case op.code == opJoin:
		value = r.step(ThreadID(s.Object)).Result()
	case op.code > opJoin && op.code < opUnlock:
		value = r.values[s.Object]
	}
	return s, value
}

// at is the operation that t is at; if t has not begun, a false Assume.
func (r *sideBySide) at(t ThreadID) operation {
	if int(t) < len(r.threads) && r.threads[t].coroutine != nil {
		return r.threads[t].coroutine.thread.asked[0]
	}
	return operation{code: opAssume}
}

func (r *sideBySide) step(t ThreadID) Step {
	op := r.at(t)
	return Step{Object: op.object, code: op.code, a: op.a}
}

// do lets t do the operation it is at; child is the thread it starts if that is
// a Go.
func (r *sideBySide) do(t, child ThreadID) error {
	s, value := r.next(t)
	result := s.Returned(value)
	switch kind := s.Kind(0); {
	case kind == Spawn:
		result = int64(child)
		r.spawn(t, child)
	case kind.OnMutex():
		r.held[s.Object] = s.Written(value)
	case kind.OnVariable():
		r.values[s.Object] = s.Written(value)
	}
	rec := &r.recording.threads[t]
	rec.results = append(rec.results, result)
	if err := r.asks(t, r.resume(t, result)); err != nil || s.code != opSpawn {
		return err
	}
	return r.asks(child, r.begin(child))
}

// spawn makes room for child, which the operation that t is at starts.
func (r *sideBySide) spawn(t, child ThreadID) {
	r.grow(int(child) + 1)
	at := r.threads[t].done
	nth := int32(1)
	for _, op := range r.recording.threads[t].asked[:at] {
		if op.code == opSpawn {
			nth++
		}
	}
	r.recording.threads[child] = recorded{parent: t, spawn: at, nth: nth}
}

// record runs the events.
func (r *sideBySide) record(events []Event) error {
	if err := r.start(); err != nil {
		return err
	}
	for _, e := range events {
		s, value := r.next(e.Thread)
		if s.Stopped() || s.Kind(value) != e.Kind || e.Kind != Spawn && s.Object != e.Object {
			return r.strayed(e)
		}
		if err := r.do(e.Thread, ThreadID(e.Object)); err != nil {
			return err
		}
	}
	return nil
}

// recordLast runs an execution of the last thread that is enabled.
func (r *sideBySide) recordLast() error {
	if err := r.start(); err != nil {
		return err
	}
	for range r.recording.limit {
		t := len(r.threads) - 1
		for t >= 0 && !r.enabled(ThreadID(t)) {
			t--
		}
		if t < 0 {
			break
		}
		if err := r.do(ThreadID(t), ThreadID(len(r.threads))); err != nil {
			return err
		}
	}
	return nil
}

func (r *sideBySide) enabled(t ThreadID) bool {
	switch s, value := r.next(t); {
	case s.Stopped():
		return false
	case s.code == opLock:
		return value == Free
	case s.code == opJoin:
		return r.step(ThreadID(s.Object)).Ended()
	}
	return true
}

// strayed is the error for a thread that, beside the others, does not do its
// event e.
func (r *sideBySide) strayed(e Event) error {
	first := fmt.Sprint(e.Kind)
	switch {
	case e.Kind.OnVariable():
		first += " " + r.program.VarName(e.Object)
	case e.Kind.OnMutex():
		first += " " + r.program.MutexName(e.Object)
	}
	return &SharedStateError{
		Thread: r.ThreadName(e.Thread),
		First:  r.at(e.Thread).describe(r.program),
		Then:   first,
	}
}
