package algos

import (
	"cmp"
	"context"
	"math/rand/v2"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// Session is one call of Explore, seen from the caller's side: it counts events
// and executions, shows executions to visit, and notices when ctx is done. It
// does not know how executions are found.
type Session struct {
	Program  *model.Program
	Stats    Stats
	Memory   memory.Model
	NoGuards bool // the algorithm does not support Await and When under this Memory: reaching one is an error, see GuardsRefused
	Coarser  bool // the executions of a class may differ in the order of dependent events: what depends on that is refused
	Order    Order
	Random   *rand.Rand // for RandomThread
	Observer Observer   // nil if there is none

	limit     limit
	sharing   sharing
	ctx       context.Context
	visit     func(*model.Execution) error
	goOn      func(*Stats) bool // nil if nothing suspends the exploration
	walk      walk
	inTasks   bool // not a whole exploration
	seed      uint64
	generator *rand.PCG // the source of Random
	progress  func(*Stats)
	threads   Threads
	machine   *machine.Machine // which counts events, or nil
	glance    model.Glance     // or nil
	watch     *machine.Watch   // for glance
	inquires  bool             // the events of an execution do not alone show how it ends
	mayRace   bool             // plain accesses that may race with others have been seen
	races     races
	atEnd     []func(*Work)
	replayed  Work // what atEnd counted when the task began
}

// CountWork registers count, which is called when the exploration or a task has ended, to add what
// was counted elsewhere since it began.
func (s *Session) CountWork(count func(*Work)) { s.atEnd = append(s.atEnd, count) }

// workElsewhere is what has been counted elsewhere so far.
func (s *Session) workElsewhere() (w Work) {
	for _, count := range s.atEnd {
		count(&w)
	}
	return w
}

// Threads run the program of a Session: a machine.Machine, or a behaviour.Behaviour for
// an explorer of graphs.
type Threads interface {
	// BehaviourNodes is the largest size so far of the cache of thread
	// behaviour.
	BehaviourNodes() int
	// CheckDeterminism is called after an exploration that ended without an error.
	CheckDeterminism() error
	// WhenMayRace arranges for tell to be called, perhaps at once, when plain accesses that may race with others are
	// seen.
	WhenMayRace(tell func())
	Close()
}

// answers returns an error if a question asked about executions may have different answers within a class.
func (s *Session) answers() error {
	if _, any := s.Bound().Limit(); any {
		return s.needsOrder("how many preemptions an execution has")
	}
	if s.Program.IsJudged() {
		return s.needsOrder("whether an execution is linearizable, loses memory, or is one of a Go program that races,")
	}
	return nil
}

// needsOrder returns the error for a question that depends on the order of dependent events, if the executions of a
// class may differ in that.
func (s *Session) needsOrder(question string) error {
	if s.Coarser {
		return &RefusedError{Question: question}
	}
	return nil
}

func (s *Session) needsOrderToSpin() error {
	return s.needsOrder("whether a loop runs forever")
}

// GuardsRefused returns the error for a program with an Await or a When under an algorithm with NoGuards. Where
// updates commute, it is nil unless an Apply changes a variable that is waited for.
func (s *Session) GuardsRefused() error {
	if s.Memory.UpdatesCommute() && !s.machine.WaitsForApplied() {
		return nil
	}
	_, bounded := s.Bound().Limit()
	return &RefusedError{Memory: s.Memory, Bounded: bounded}
}

// InitialAt is the initial value at a location (event.Kind.Location): that of a variable or, for a mutex,
// operation.Free.
func (s *Session) InitialAt(location int32) int64 {
	if event.IsMutex(location) {
		return operation.Free
	}
	return s.Program.Initial(location / 2)
}

// begin begins a task.
func (s *Session) begin(ctx context.Context, visit func(*model.Execution) error, goOn func(*Stats) bool) {
	s.sharing.passed(s.Stats.Events)
	s.ctx, s.visit, s.goOn, s.Stats, s.replayed = ctx, visit, goOn, Stats{}, Work{}
}

// DrawAt makes Random depend only on the seed and a place in the exploration, if tasks need
// that. place is called only then.
func (s *Session) DrawAt(place func() uint64) {
	if s.inTasks {
		s.generator.Seed(s.seed, place())
	}
}

// pollInterval is the number of events between two checks of ctx; checking it at each event would
// cost several per cent of the time.
const pollInterval = 16

// CountEvent counts an event that is about to be executed, for explorers without a machine.Machine,
// which counts by itself. It returns the cause if it finds ctx done; the error must be returned.
func (s *Session) CountEvent() error {
	s.Stats.Events++
	if s.Stats.Events%pollInterval != 0 {
		return nil
	}
	return s.cancelled()
}

// Bound is the limit of preemptions.
func (s *Session) Bound() Bound { return s.limit.Bound }

// Executed counts a maximal execution, unless it is beyond the Bound, and shows it to the Observer and to visit;
// events is called only if needed. An error must be returned.
func (s *Session) Executed(outcome model.Outcome, failure string, events func() []event.Event) error {
	if s.Stats.Events >= s.sharing.due {
		if err := s.sharing.check(s.Stats.Events, events); err != nil {
			return err
		}
	}
	if s.walk.lead != nil {
		return ErrNoTask
	}
	if s.limit.counter != nil {
		if beyond, err := s.limit.exceeds(events()); beyond || err != nil {
			s.Stats.Redundant++
			s.Stats.Beyond++
			return cmp.Or(err, s.cancelled())
		}
	}
	s.Stats.Executions++
	if s.inquires {
		var err error
		if outcome, failure, err = s.inquire(events, outcome, failure); err != nil {
			return err
		}
	}
	if n := Counted(&s.Stats.Counts, outcome); n != nil {
		*n++
	}
	if s.progress != nil {
		s.Stats.Peak.BehaviourNodes = int64(s.threads.BehaviourNodes())
		s.progress(&s.Stats)
	}
	if s.Observer != nil {
		s.Observer.Ended(events(), End{Executed, outcome, failure})
	}
	if s.visit != nil {
		if err := s.visit(s.Program.NewExecution(events, outcome, failure).WithRaces(s.races.found)); err != nil {
			return err
		}
	}
	if err := s.cancelled(); err != nil || s.goOn == nil || s.goOn(&s.Stats) {
		return err
	}
	return errSuspended
}

// ExecutedGraph is Executed for a maximal graph that leaves the threads at these positions; events linearises it.
func (s *Session) ExecutedGraph(threads *behaviour.Behaviour, ends []behaviour.Position, events func() []event.Event) error {
	outcome, failure := threads.Ending(ends)
	if outcome == model.AssumeBlocked && threads.Spun() {
		if err := s.needsOrderToSpin(); err != nil {
			return err
		}
	}
	if threads.MayBeStuck(outcome) {
		outcome = threads.Stuck(ends, events())
	}
	return s.Executed(outcome, failure, events)
}

// inquire determines how an execution ends whose events alone show that outcome.
//
//go:noinline
func (s *Session) inquire(events func() []event.Event, o model.Outcome, failure string) (model.Outcome, string, error) {
	if s.Program.IsJudged() && (s.machine == nil || s.glance == nil || !s.glance(s.machine, s.watch.Stayed(), o)) {
		o, failure = s.Program.Judged(events, o, failure)
	}
	if !s.mayRace {
		return o, failure, nil
	}
	if err := s.needsOrder("whether plain accesses race"); err != nil {
		return o, failure, err
	}
	return s.races.judge(events, o, failure, s.visit != nil || s.Observer != nil)
}

func (s *Session) cancelled() error {
	select {
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	default:
		return nil
	}
}

// RaisePeak raises a peak to n if n is larger.
func RaisePeak(peak *int64, n int) { *peak = max(*peak, int64(n)) }
