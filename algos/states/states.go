package states

import (
	"context"
	"errors"
	"fmt"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// MostThreads is the largest number of threads that can be decided.
const MostThreads = 64

// Options say how far to search. In all, zero means the default of [behaviour.Limits], if there is one, or no limit.
type Options struct {
	Memory    memory.Model
	MaxStates int   // that are stored
	MaxBytes  int64 // of the heap of the process
	MaxSteps  int   // events of an execution
	// FinalVerdicts says that the verdict of the program, if it has one, is the same for all executions that lead to a final state, but for
	// data races.
	FinalVerdicts bool
	Full          bool // no reduction
	// WithoutWalks leaves it to passes to show the accesses of threads, instead of random executions before the first one, which leave little to
	// them.
	WithoutWalks bool
	// WithoutSymmetry means that threads keep their names in keys; see symmetry.
	WithoutSymmetry bool
}

// Result is the result of a search. If Unknown is not empty, not all states have been visited, and everything else holds for the visited ones.
type Result struct {
	States, Transitions int64 // of the last pass
	Finals              int64 // states from which no thread continues
	Passes              int
	Reduced             bool   // persistent sets were used
	Symmetric           bool   // states are equal up to the names of threads
	Cyclic              bool   // states form a cycle
	Doomed              bool   // from some state, no final state can be reached
	Unknown             string // why not all states have been visited
}

// Refused is the error for a program, or a question about it, that states cannot answer.
type Refused struct{ Why string }

func (r *Refused) Error() string { return "states cannot decide this: " + r.Why }

// Ended says how executions end at a state.
type Ended struct {
	Events  []event.Event // of an execution that leads to the state; valid until visit returns
	Outcome model.Outcome
	Failure string
	Final   bool // no thread continues; otherwise a thread has failed, the last event races, or (Livelocked) the program never ends from here on
}

var (
	errFull   = errors.New("states: a limit is reached")
	errCyclic = errors.New("states: states form a cycle")
)

// Decide visits the states of p, and calls visit for each final state, for each failure of a thread and each data race where
// it first shows, and for the first
// state from which no final state can be reached. If ctx is done, the result is unknown. An error is a [Refused], one of visit, or that the
// program cannot be explored.
func Decide(ctx context.Context, of *model.Program, o Options, visit func(Ended) error) (Result, error) {
	s, err := newSearch(ctx, of, o)
	if err != nil {
		return Result{}, err
	}
	defer s.Close()
	s.visit = visit
	r, err := s.decide()
	(*front.Program)(of).Explored()
	return r, err
}

// search is one search.
type search struct {
	*machine.Machine
	program  *front.Program
	ctx      context.Context
	options  Options
	visit    func(Ended) error
	classes  classes
	table    table
	values   table // of objects; these two are numbered once for all passes
	pasts    table // see appendPast
	key      []byte
	part     []byte  // of a key
	initial  []int64 // of the objects
	reduced  bool    // by persistent sets
	symmetry symmetry
	sets     persistent
	result   Result
	failed   map[string]bool // failures that have been visited
	finals   table           // final states that have been visited
	judge    front.Racing    // of the program, or nil
	races    *racing         // nil if they are not followed
	mayRace  bool            // some event may be part of a data race
	compared bool            // keys are compared after the last pass
}

func newSearch(ctx context.Context, of *model.Program, o Options) (*search, error) {
	p := (*front.Program)(of)
	switch {
	case o.Memory != memory.SC:
		return nil, &Refused{fmt.Sprintf("the memory model is %v, and must be sc", o.Memory)}
	case p.PassesTime():
		return nil, &Refused{"timers fire only where nothing else can move, which depends on more than the state"}
	case p.Verdict() != nil && !o.FinalVerdicts:
		return nil, &Refused{"whether an execution is linearizable, or loses memory, depends on the way to its final state"}
	}
	m, err := machine.New(of, behaviour.Limits{Locals: true, Marks: true, TreeBudget: 1 << 30, MaxSteps: o.MaxSteps, Interrupt: func() error { return context.Cause(ctx) }})
	if err != nil {
		return nil, err
	}
	judge, _ := p.Verdict().(front.Racing)
	return &search{Machine: m, program: p, ctx: ctx, options: o, failed: map[string]bool{}, judge: judge}, nil
}

// decide tries with persistent sets first, unless these are not wanted.
func (s *search) decide() (Result, error) {
	if s.reduced = !s.options.Full; s.reduced && !s.options.WithoutWalks {
		if err := s.walk(); s.isInterrupted(err) {
			return s.result, nil
		} else if err != nil {
			return s.result, err
		}
	}
	for s.result.Passes = 1; ; s.result.Passes++ {
		if s.mayMissRaces() {
			s.followRaces()
		}
		news := s.news()
		err := s.pass()
		switch {
		case s.isInterrupted(err):
			return s.result, nil
		case errors.Is(err, errCyclic) && s.reduced:
			s.reduced = false
			s.Reset()
			continue
		case errors.Is(err, errRefuted):
			continue
		case err != nil:
			return s.result, err
		case !s.reduced && s.races == nil || s.news() == news:
			return s.result, nil
		}
	}
}

// news grows whenever something is seen for the first time on which sets or keys depend.
func (s *search) news() int {
	if s.races == nil {
		return s.classes.news
	}
	news := s.classes.news + s.races.Mixed() + s.races.fewer
	if s.compared {
		news += s.races.noted // merely makes keys equal that were different before
	}
	return news
}

// isInterrupted notes why a pass has ended early, if a limit was reached.
func (s *search) isInterrupted(err error) bool {
	endless, tooLong := errors.AsType[*behaviour.EndlessError](err)
	switch {
	case err == nil:
		return false
	case tooLong:
		s.result.Unknown = fmt.Sprintf("an execution has more than %d events", endless.MaxSteps)
	case errors.Is(err, errFull):
	case s.ctx.Err() != nil && errors.Is(err, context.Cause(s.ctx)):
		s.result.Unknown = "time is up"
	default:
		return false
	}
	return true
}

// refusals returns an error if the thread is at an operation that states cannot describe.
func (s *search) refusals(t event.ThreadID) error {
	switch at := s.Behaviour().At(s.Position(t)); {
	case at.Code == operation.Pass:
		return &Refused{"time passes where nothing else can move, which depends on more than the state"}
	case at.Code == operation.Assume && at.A != 0 && !at.Exits():
		return &Refused{"a thread stops in a loop that repeats itself, and whether it does depends on the order of events: let the loop go on"}
	case at.Code.Guarded() && s.Behaviour().GuardAt(s.Position(t)).Note.UnlessWritten > 0, at.Code == operation.Join && at.A > 0:
		return &Refused{"whether a thread waits in vain depends on what has been written before"}
	}
	return nil
}
