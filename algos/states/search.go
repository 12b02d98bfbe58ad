package states

import (
	"fmt"
	"math/bits"
	"runtime/metrics"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// step is a state on the way from the beginning to the current one.
type step struct {
	state   int32
	low     int32  // the first place on the stack that it leads back to, as far as that is known
	from    int32  // its place on the stack, where its component begins if that is complete
	todo    uint64 // the threads that still have to continue it
	thread  event.ThreadID
	choice  int32 // the next value of the thread's Choice
	choices int32
	ends    bool  // a final state can be reached, as far as that is known
	before  int   // the events before the state that it was entered from had another one
	width   int   // how many threads continue it
	begun   int   // how many states had been entered when it was
	first   int   // how many have been by the first thread that leads to others; 0 before the next one
	mover   mover // of the last event that continued it
	edges   int   // where the edges of its component begin
}

// graph holds facts about states, by number: Tarjan's algorithm (SIAM J. Comput. 1, 1972) finds the components in which each state leads
// to each other.
type graph struct {
	way   []step
	stack []int32 // states whose components are not complete
	edges []edge  // from these states, without reduction
	at    []int32 // their places, by number: numbers are in no order
	facts []uint8
}

const (
	isEntered uint8 = 1 << iota // by this worker
	isOpen                      // its component is not complete
	canEnd                      // a final state can be reached
)

// pass visits all states, from the initial one, except the ones that other workers have completed.
func (s *search) pass() error {
	if s.races != nil {
		s.races.follow()
	}
	g := &graph{}
	if err := s.beginHistory(); err != nil {
		return err
	}
	for t := range event.ThreadID(s.program.NumThreads()) {
		if err := s.arrive(t); err != nil {
			return err
		}
	}
	if err := s.enter(g, 0); err != nil {
		return err
	}
	for len(g.way) > 0 {
		at := &g.way[len(g.way)-1]
		switch {
		case at.choice < at.choices:
		case at.todo != 0:
			if at.first == 0 {
				at.first = s.entered - at.begun
			}
			at.thread = s.nextOf(at.state, at.todo)
			at.todo &^= 1 << at.thread
			at.choice, at.choices = 0, s.Values(at.thread)
		default:
			if err := s.leave(g); err != nil {
				return err
			}
			continue
		}
		at.mover = s.moverOf(at.thread, at.choice, at.choices)
		s.Choose(at.choice)
		at.choice++
		if err := s.follow(g, at.thread); err != nil {
			return err
		}
	}
	return s.visitFair()
}

// follow lets t do its next event, and enters the state after it, if that is new.
func (s *search) follow(g *graph, t event.ThreadID) error {
	before := s.Len()
	if err := s.move(t); err != nil {
		return err
	}
	return s.enter(g, before)
}

// move lets t do its next event.
func (s *search) move(t event.ThreadID) error {
	at, before := site{class: s.classOf(t)}, s.Position(t)
	e, err := s.Step(t)
	if err != nil {
		return err
	}
	s.moved++
	if err := s.noteHistory(e, t, before); err != nil {
		return err
	}
	if s.graph != nil {
		s.graph.step(e)
	}
	if s.races != nil {
		at.object = e.Object
		if s.races.follow(); s.hasRaced() {
			if err := s.visitRace(at); err != nil || s.isCutOff() {
				return err
			}
		} else {
			s.noteAcquired(at.class)
		}
	}
	if s.IsBuffer(t) {
		return nil
	}
	if err := s.arrive(t); err != nil || e.Kind != event.Spawn {
		return err
	}
	return s.arrive(event.ThreadID(e.Object))
}

// arrive is called where t is after an event.
func (s *search) arrive(t event.ThreadID) error {
	if err := s.refusals(t); err != nil {
		return err
	}
	s.settle(t)
	failure, ok := s.Halted(t)
	if !ok || failure == "" || s.visit == nil || s.isOver() || !s.isNewFailure(failure) {
		return nil
	}
	if outcome, text := s.Ending(); outcome == model.Failed {
		failure = text
	}
	return s.report(Ended{Events: s.Events(), Outcome: model.Failed, Failure: failure})
}

// enter enters the current state, to which so many events have led before the last one. If it is known, it goes back. With persistent sets, states that
// one event alone continues are passed, and not stored.
func (s *search) enter(g *graph, before int) error {
	set, err := s.advance()
	switch {
	case err != nil:
		return err
	case s.isRefuted():
		return errRefuted
	case s.isCutOff():
		if len(g.way) > 0 {
			g.way[len(g.way)-1].ends = true
		}
		s.noteEdge(g, noState)
		s.back(before)
		return nil
	}
	if s.stopped.Load() {
		return errStopped // not below: whoever finds a final state first visits it
	}
	n, known, completed := s.table.find(s.stateKey())
	s.noteEdge(g, n)
	own := stack.At(&g.facts, int(n))
	if *own != 0 || completed != 0 {
		return s.meetAgain(g, *own, n, before)
	}
	if err := s.checkLimits(g); err != nil {
		return err
	}
	*own = isEntered | isOpen
	if !s.reduced {
		*stack.At(&g.at, int(n)) = int32(len(g.stack))
	}
	g.way = append(g.way, step{state: n, low: int32(len(g.stack)), from: int32(len(g.stack)), todo: set, ends: set == 0, before: before, width: bits.OnesCount64(set), begun: s.entered, edges: len(g.edges)})
	g.stack = append(g.stack, n)
	if set != 0 || s.isOver() || known {
		return nil
	}
	s.ended++
	if _, visited, _ := s.finals.find(s.key); visited {
		return nil // in an earlier pass
	}
	return s.visitFinal()
}

// noteEdge notes that the last event of E leads to a state.
func (s *search) noteEdge(g *graph, to int32) {
	if s.reduced || len(g.way) == 0 {
		return
	}
	at := &g.way[len(g.way)-1]
	g.edges = append(g.edges, edge{at.state, to, at.thread, at.choice - 1, at.mover})
}

// visitFinal visits the final state after E.
func (s *search) visitFinal() error {
	outcome, failure := s.Ending()
	if s.plain != nil {
		outcome, failure = s.plain.Decide(s.Events(), outcome, failure)
	}
	outcome, failure, err := s.withHistory(s.withRaces(outcome, failure))
	if err != nil {
		return err
	}
	return s.report(Ended{Events: s.Events(), Outcome: outcome, Failure: failure, Final: true})
}

// advance executes the events that are the only ones to continue a state, where persistent sets are used, and returns the threads that continue the state
// after them.
func (s *search) advance() (set uint64, err error) {
	for range mostAlone {
		if set, err = s.successors(); err != nil || !s.reduced || set == 0 || set&(set-1) != 0 {
			return set, err
		}
		t := event.ThreadID(bits.TrailingZeros64(set))
		if s.Values(t) > 1 {
			return set, nil
		}
		if err := s.move(t); err != nil || s.isCutOff() {
			return 0, err
		}
	}
	return s.successors()
}

// back takes back all but so many events.
func (s *search) back(before int) {
	for s.Len() > before {
		s.Undo()
	}
}

// meetAgain goes back from a state that has been entered, or that another worker has completed.
func (s *search) meetAgain(g *graph, own uint8, n int32, before int) error {
	if len(g.way) == 0 {
		return nil // another worker has completed the initial state
	}
	at := &g.way[len(g.way)-1]
	if own&isOpen != 0 {
		s.cyclic = true
		if s.reduced || len(s.workers) > 1 {
			return errCyclic
		}
		at.low = min(at.low, g.at[n])
	}
	at.ends = at.ends || own&canEnd != 0 || own == 0 // unless states form a cycle
	s.back(before)
	return nil
}

// leave goes back from a state that has been continued in all ways. If its component is complete, it is known whether that can end.
func (s *search) leave(g *graph) error {
	last := g.way[len(g.way)-1]
	g.way = g.way[:len(g.way)-1]
	s.forecast.learn(&last, s.entered)
	complete := last.low == last.from
	if len(s.workers) > 1 {
		s.table.note(last.state, 1)
	}
	if complete {
		if err := s.complete(g, last); err != nil {
			return err
		}
	}
	if len(g.way) == 0 {
		return nil
	}
	at := &g.way[len(g.way)-1]
	if !complete {
		at.low = min(at.low, last.low)
	}
	at.ends = at.ends || last.ends
	s.back(last.before)
	return nil
}

func (s *search) complete(g *graph, root step) error {
	for _, n := range g.stack[root.from:] {
		g.facts[n] &^= isOpen
		if root.ends {
			g.facts[n] |= canEnd
		}
	}
	g.stack = g.stack[:root.from]
	component := g.edges[root.edges:]
	g.edges = g.edges[:root.edges]
	if root.ends && s.cyclic {
		return s.noteFair(root.state, component)
	}
	if root.ends || s.isOver() {
		return nil
	}
	return s.visitDoomed()
}

// visitDoomed visits E, after which no final state can be reached, unless another such execution has been visited.
func (s *search) visitDoomed() error {
	s.doomed = true
	outcome, failure, err := s.withHistory(model.Livelocked, "")
	if err != nil || s.met[outcome] {
		return err
	}
	s.met[outcome] = true
	return s.report(Ended{Events: s.Events(), Outcome: outcome, Failure: failure})
}

// successors returns the threads that have to continue the current state, or none if it is final.
func (s *search) successors() (set uint64, err error) {
	enabled, err := s.enabled()
	if !s.reduced || enabled&(enabled-1) == 0 {
		return enabled, err
	}
	return s.sets.smallest(s, enabled, 0), err
}

func (s *search) enabled() (set uint64, err error) {
	if s.Threads() > MostThreads {
		return 0, &Refused{fmt.Sprintf("the program starts more than %d threads", MostThreads)}
	}
	for t := s.NextEnabled(event.NoThread); t != event.NoThread; t = s.NextEnabled(t) {
		set |= 1 << t
	}
	return set, nil
}

// checkLimits returns an error if no further state may be stored. It also reports progress, on the way if that is known.
func (s *search) checkLimits(g *graph) error {
	n := s.table.len()
	s.turns.pass(s.number)
	if s.options.MaxStates > 0 && n > s.options.MaxStates {
		return &fullError{fmt.Sprintf("there are more than %d states", s.options.MaxStates)}
	}
	if s.entered++; s.entered%limitInterval != 1 {
		return nil
	}
	if s.options.Progress != nil && s.number == 0 {
		s.reportProgress(g)
	}
	if s.ctx.Err() != nil {
		return &fullError{"time is up"}
	}
	if s.options.MaxBytes > 0 && heapBytes() > s.options.MaxBytes {
		return &fullError{fmt.Sprintf("%d states need more memory than there is", n)}
	}
	return nil
}

// nextOf returns the thread that is to continue a state next. Workers that are at the same state continue it in different orders.
func (s *search) nextOf(state int32, left uint64) event.ThreadID {
	if s.number == 0 {
		return event.ThreadID(bits.TrailingZeros64(left))
	}
	for range event.Mix(uint64(s.number), uint64(state)) % uint64(bits.OnesCount64(left)) {
		left &= left - 1
	}
	return event.ThreadID(bits.TrailingZeros64(left))
}

// limitInterval is the number of states between two looks at the limits.
const limitInterval = 1024

// heapBytes returns the memory that the process uses.
func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
