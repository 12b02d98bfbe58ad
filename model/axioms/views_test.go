package axioms

import (
	"fmt"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// Views calls visit with the key of each execution of a machine with views: Kang, Hur, Lahav, Vafeiadis, Dreyer, A Promising
// Semantics for Relaxed-Memory Concurrency, POPL 2017, without promises. A write is a message at a timestamp, a view has a timestamp for
// each location, and a thread may read any message that its view does not exclude. Under SRA, a write takes the last timestamp: Lahav, Giannarakis,
// Vafeiadis, Taming Release-Acquire Consistency, POPL 2016. The
// machine has no sequentially consistent accesses, but such fences: ok is false if p has the former, or operations that
// Executions does not take. An execution may be visited several times.
func Views(p *model.Program, m memory.Model, visit func(key string)) (ok bool, err error) {
	b, err := behaviour.New(p, behaviour.Limits{Memory: m, TreeBudget: allNodes}, blank{}, func(func(behaviour.Position)) {})
	if err != nil {
		return false, err
	}
	defer b.Close()
	v := &viewMachine{program: p, behaviour: b, memory: m, reached: map[string]bool{}, visit: visit}
	ok, err = v.explore(v.begin())
	return ok, err
}

// view is a view: by location, the message with the timestamp up to which writes have been seen.
type view []int

// message is a write.
type message struct {
	thread, index int // 0, 0 of an initial one
	value         int64
	view          view
	update        bool // it comes right after the message before it, for ever
}

// viewer is a thread.
type viewer struct {
	number    int
	at        behaviour.Position
	current   view   // the writes seen so far
	acquired  view   // and after an acquire fence
	released  []view // by location: for its next relaxed write to release
	index     int
	performed []performed
}

// performed is an event of a thread; its source is a message, or none.
type performed struct {
	kind           event.Kind
	object, source int
}

const none = -1

// viewState is a state of the machine.
type viewState struct {
	threads  []viewer
	messages []message
	order    [][]int // by location: its messages by timestamp
	seqCst   view    // of sequentially consistent fences
}

type viewMachine struct {
	program   *model.Program
	behaviour *behaviour.Behaviour
	memory    memory.Model
	reached   map[string]bool
	visit     func(string)
}

func (v *viewMachine) begin() *viewState {
	s := &viewState{}
	n := v.program.NumVars() + v.program.NumMutexes()
	for x := range n {
		value := operation.Free
		if x < v.program.NumVars() {
			value = (*front.Program)(v.program).Initial(int32(x))
		}
		s.messages = append(s.messages, message{value: value})
		s.order = append(s.order, []int{x})
		s.seqCst = append(s.seqCst, x)
	}
	for x := range s.messages {
		s.messages[x].view = s.seqCst
	}
	for t, at := range v.behaviour.Declared() {
		s.start(t, at, s.seqCst)
	}
	return s
}

// start adds a thread with that view.
func (s *viewState) start(t int, at behaviour.Position, seen view) {
	th := viewer{number: t, at: at, current: seen, acquired: seen}
	for range s.order {
		th.released = append(th.released, s.nothing())
	}
	s.threads = append(s.threads, th)
}

// nothing is the view of the initial messages.
func (s *viewState) nothing() view {
	n := make(view, len(s.order))
	for x := range n {
		n[x] = x
	}
	return n
}

// clone is a copy; views are never changed.
func (s *viewState) clone() *viewState {
	c := &viewState{slices.Clone(s.threads), slices.Clone(s.messages), slices.Clone(s.order), s.seqCst}
	for i := range c.threads {
		c.threads[i].released = slices.Clone(c.threads[i].released)
		c.threads[i].performed = slices.Clone(c.threads[i].performed)
	}
	return c
}

// join is the least view that has seen all that a and b have.
func (s *viewState) join(a, b view) view {
	c := slices.Clone(a)
	for x := range c {
		if s.stamp(x, b[x]) > s.stamp(x, c[x]) {
			c[x] = b[x]
		}
	}
	return c
}

// stamp is the place of a message in the order of its location.
func (s *viewState) stamp(x, m int) int { return slices.Index(s.order[x], m) }

func with(v view, x, m int) view {
	v = slices.Clone(v)
	v[x] = m
	return v
}

// record returns the execution so far.
func (v *viewMachine) record(s *viewState) *record {
	r := newRecord(v.program)
	for _, th := range s.threads {
		for _, e := range th.performed {
			if e.kind == event.Spawn {
				r.spawn(th.number, e.object)
			}
		}
	}
	for _, th := range s.threads {
		for _, e := range th.performed {
			source := ""
			if e.kind == event.Read {
				source = s.name(r, e.source)
			}
			r.add(th.number, e.kind, e.object, source)
		}
	}
	for x, order := range s.order {
		for _, m := range order[1:] {
			r.orders[x] = append(r.orders[x], s.name(r, m))
		}
	}
	return r
}

func (s *viewState) name(r *record, m int) string {
	if m < len(s.order) {
		return initially
	}
	return r.writeName(false, s.messages[m].thread, 0, s.messages[m].index)
}

// views describes all views: two states of one execution may differ in them, by the order of fences.
func (s *viewState) views(r *record) (text string) {
	add := func(v view) {
		for x, m := range v {
			if m != x {
				text += fmt.Sprintf(" %d:%s", x, s.name(r, m))
			}
		}
		text += ";"
	}
	add(s.seqCst)
	for _, th := range s.threads {
		text += r.label(th.number)
		add(th.current)
		add(th.acquired)
		for _, v := range th.released {
			add(v)
		}
	}
	return text
}

// explore visits all executions that begin with s.
func (v *viewMachine) explore(s *viewState) (ok bool, err error) {
	r := v.record(s)
	key := r.key()
	state := key + "\n" + s.views(r)
	if v.reached[state] {
		return true, nil
	}
	v.reached[state] = true
	over := true
	for i := range s.threads {
		th := &s.threads[i]
		step := v.behaviour.Step(th.at)
		if step.Stopped() {
			continue
		}
		over = over && v.staysBefore(s, step)
		if ok, err := v.step(s, i, step); !ok || err != nil {
			return ok, err
		}
	}
	if over {
		v.visit(key)
	}
	return true, nil
}

// staysBefore reports whether a thread may stay before an operation for ever if the memory remains as it is.
func (v *viewMachine) staysBefore(s *viewState, step operation.Step) bool {
	if step.Code == operation.Join {
		return !v.ended(s, int(step.Object))
	}
	if step.Guard() == nil && step.Code != operation.Lock {
		return false
	}
	order := s.order[v.location(step)]
	return !step.Enabled(s.messages[order[len(order)-1]].value)
}

func (v *viewMachine) thread(s *viewState, number int) *viewer {
	return &s.threads[slices.IndexFunc(s.threads, func(th viewer) bool { return th.number == number })]
}

func (v *viewMachine) ended(s *viewState, thread int) bool {
	return v.behaviour.Step(v.thread(s, thread).at).Ended()
}

// location is the number of the variable, or of the mutex after all variables.
func (v *viewMachine) location(step operation.Step) int {
	if step.Kind(0).OnMutex() {
		return v.program.NumVars() + int(step.Object)
	}
	return int(step.Object)
}

// step explores from each step that a thread can take.
func (v *viewMachine) step(s *viewState, i int, step operation.Step) (ok bool, err error) {
	switch k := step.Kind(0); {
	case k == event.Fence:
		c := s.clone()
		v.fence(c, &c.threads[i], v.behaviour.At(s.threads[i].at).Order)
		return v.advance(c, i, step, performed{k, int(step.Object), none}, 0)
	case k == event.Choice:
		for value := range int(step.Values()) {
			if ok, err := v.advance(s.clone(), i, step, performed{k, value, none}, int64(value)); !ok || err != nil {
				return ok, err
			}
		}
		return true, nil
	case k == event.Spawn:
		return v.advance(s.clone(), i, step, performed{k, int(step.Object), none}, 0)
	case k == event.Join:
		if !v.ended(s, int(step.Object)) {
			return true, nil
		}
		c := s.clone()
		v.joinThread(c, &c.threads[i], v.thread(c, int(step.Object)))
		return v.advance(c, i, step, performed{k, int(step.Object), none}, 0)
	case k.OnMutex() || k.OnVariable() && int(step.Object) < v.program.NumVars():
		return v.access(s, i, step)
	}
	return false, nil
}

// fence executes a fence.
func (v *viewMachine) fence(s *viewState, th *viewer, o operation.Ordering) {
	if v.memory.Relaxes() {
		return
	}
	if o.Acquires(false) {
		th.current = s.join(th.current, th.acquired)
	}
	if o.SeqCst(false) && !v.memory.Synchronises() {
		s.seqCst = s.join(s.seqCst, th.current)
		th.current = s.seqCst
		th.acquired = s.join(th.acquired, th.current)
	}
	if o.Releases() {
		for x := range th.released {
			th.released[x] = th.current
		}
	}
}

// joinThread makes a thread see all that one that has ended has seen.
func (v *viewMachine) joinThread(s *viewState, th, ended *viewer) {
	th.current = s.join(th.current, ended.current)
	th.acquired = s.join(th.acquired, th.current)
	if v.memory.FencesThreads() {
		v.fence(s, th, operation.Order(operation.Acquire))
	}
}

// access explores from each message that an access can read or, if it only writes, that its own can come after.
func (v *viewMachine) access(s *viewState, i int, step operation.Step) (ok bool, err error) {
	th, x := &s.threads[i], v.location(step)
	o := v.behaviour.At(th.at).Order
	if k := step.Kind(0); k.OnMutex() {
		o = operation.Order(operation.Relaxed)
	} else if v.memory.Synchronises() {
		o = operation.Order(operation.AcqRel)
	} else if v.memory.Relaxes() && !o.Plain() {
		o = operation.Order(operation.Relaxed)
	}
	if o.SeqCst(false) || o.SeqCst(true) {
		return false, nil
	}
	order := s.order[x]
	for place := s.stamp(x, th.current[x]); place < len(order); place++ {
		m := order[place]
		value := s.messages[m].value
		e := performed{step.Kind(value), x, m}
		writes := e.kind != event.Read
		last := place == len(order)-1
		if !step.Enabled(value) || writes && !last && (s.messages[order[place+1]].update || v.memory.OrdersStores()) {
			continue
		}
		c := s.clone()
		th := &c.threads[i]
		if e.kind != event.Write && e.kind != event.Unlock {
			failed := !writes || step.Code == operation.When && step.Written(value) == value
			v.read(c, th, x, m, o.Acquires(failed) || e.kind == event.Lock, !o.Plain())
		}
		if writes {
			v.write(c, th, x, place, step.Written(value), e.kind, o)
		}
		if ok, err := v.advance(c, i, step, e, step.Returned(value)); !ok || err != nil {
			return ok, err
		}
	}
	return true, nil
}

// read makes a thread see a message.
func (v *viewMachine) read(s *viewState, th *viewer, x, m int, acquires, atomic bool) {
	th.current = s.join(th.current, with(s.nothing(), x, m))
	if acquires {
		th.current = s.join(th.current, s.messages[m].view)
	}
	if atomic {
		th.acquired = s.join(th.acquired, s.messages[m].view)
	}
	th.acquired = s.join(th.acquired, th.current)
}

// write adds a message right after the one at that place.
func (v *viewMachine) write(s *viewState, th *viewer, x, place int, value int64, k event.Kind, o operation.Ordering) {
	id, source := len(s.messages), s.order[x][place]
	update := k == event.Update || k == event.Lock
	s.messages = append(s.messages, message{thread: th.number, index: th.index + 1, value: value, update: update})
	s.order[x] = slices.Insert(slices.Clone(s.order[x]), place+1, id)
	th.current = with(th.current, x, id)
	th.acquired = s.join(th.acquired, th.current)
	released := th.released[x]
	switch {
	case o.Releases() || k == event.Unlock:
		released = th.current
		if v.memory.LongSequences() {
			th.released[x] = th.current
		}
	case o.Plain():
		released = s.nothing()
	}
	if update {
		released = s.join(released, s.messages[source].view)
	}
	s.messages[id].view = with(released, x, id)
}

// advance adds an event to its thread, which takes its next step after the operation has returned, and explores from there.
func (v *viewMachine) advance(s *viewState, i int, step operation.Step, e performed, returned int64) (ok bool, err error) {
	th := &s.threads[i]
	at := th.at
	th.index++
	th.performed = append(th.performed, e)
	if th.at, err = v.behaviour.After(event.ThreadID(th.number), at, returned); err != nil {
		return false, err
	}
	if e.kind == event.Spawn {
		if v.memory.FencesThreads() {
			v.fence(s, th, operation.Order(operation.Release))
		}
		child, err := v.behaviour.Start(event.ThreadID(step.Object), at)
		if err != nil {
			return false, err
		}
		s.start(int(step.Object), child, th.current)
	}
	return v.explore(s)
}
