package states

import (
	"context"
	"errors"
	"fmt"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// maxKeys is the default of Options.MaxKeys.
const maxKeys = 10_000_000

// MostThreads is the largest number of threads that can be decided.
const MostThreads = 64

// Options say how far to search. In all, zero means the default of [behaviour.Limits], if there is one, or no limit.
type Options struct {
	Memory    memory.Model
	MaxStates int   // that are stored
	MaxBytes  int64 // of the heap of the process
	MaxKeys   int   // that are kept, by default ten million; states beyond are known by hashes of 64 bits
	MaxSteps  int   // events of an execution
	// FinalVerdicts says that the verdict of the program, if it has one, is the same for all executions that lead to a final state, but for
	// data races.
	FinalVerdicts bool
	Workers       int    // that share the work, at least 1; where states form a cycle, one does it all
	Turns         uint64 // a seed, by which workers take turns at states; 0 means that they run at once
	Full          bool   // no reduction
	// WithoutWalks leaves it to passes to show the accesses of threads, instead of random executions before the first one, which leave little to
	// them.
	WithoutWalks bool
	// WithoutSymmetry means that threads keep their names in keys; see symmetry.
	WithoutSymmetry bool
	// Progress, if not nil, is called now and then.
	Progress func(Progress)
}

// Result is the result of a search. If Unknown is not empty, not all states have been visited, and everything else holds for the visited ones.
type Result struct {
	States, Transitions int64 // of the last pass
	Finals              int64 // states from which no thread continues
	Passes              int
	Reduced             bool // persistent sets were used
	Symmetric           bool // states are equal up to the names of threads
	Cyclic              bool // states form a cycle
	Doomed              bool // from some state, no final state can be reached
	Doubt               Doubt
	Unknown             string // why not all states have been visited
}

// Doubt bounds the probability that a state was taken for another one, because their hashes are equal. It is 0 if there are no more than MaxKeys.
type Doubt float64

// String returns a reservation to a finding, or "" without doubt.
func (d Doubt) String() string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("; states beyond the first ones are known by hashes of 64 bits, two of which are equal with a probability below %.0e", float64(d))
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
	Repeats int  // if not 0, the program may end, but need not: the last events, so many of them, lead back to the same state, and each thread that can move is among theirs
}

// errCyclic ends a pass whose states form a cycle.
var errCyclic = errors.New("states: states form a cycle")

// fullError says which limit is reached.
type fullError struct{ why string }

func (e *fullError) Error() string { return "states: " + e.why }

// Decide visits the states of p, and calls visit for each final state, for each failure of a thread and each data race where
// it first shows, and for the first
// state from which no final state can be reached. If ctx is done, the result is unknown. An error is a [Refused], one of visit, or that the
// program cannot be explored.
func Decide(ctx context.Context, of *model.Program, o Options, visit func(Ended) error) (Result, error) {
	m, err := newTeam(ctx, of, o)
	if err != nil {
		return Result{}, err
	}
	defer m.Close()
	m.visit = visit
	r, err := m.decide()
	m.program.Explored()
	return r, err
}

// search is the work of a worker.
type search struct {
	*machine.Machine
	*team
	number   int // among the workers
	places   places
	key      []byte
	part     []byte // of a key
	waiting  []machine.Waiting
	initial  []int64 // of the objects
	symmetry symmetry
	sets     persistent
	races    *racing // nil if they are not followed
	graph    *Graph  // that is made, or nil
	forecast forecast
	entered  int                    // states, in all passes
	moved    int64                  // events, in this pass
	ended    int64                  // final states that are new
	cyclic   bool                   // states form a cycle
	doomed   bool                   // from some state, no final state can be reached
	met      map[model.Outcome]bool // of doomed executions that have been visited
	past     []front.Summary        // by the length of E; see history.go
	fair     *Ended                 // an execution that never ends, though everybody moves; or nil
	metFair  bool                   // it has been visited
}

// refuses returns an error if p, or a question about it, cannot be decided.
func refuses(p *front.Program, o Options) error {
	switch {
	case o.Memory != memory.SC && !o.Memory.Buffers():
		return &Refused{fmt.Sprintf("under the memory model %v, whose executions are no sequences of states, or have other classes", o.Memory)}
	case o.Memory != memory.SC && p.Verdict() != nil:
		return &Refused{fmt.Sprintf("programs in Go run under sc only, not under %v", o.Memory)}
	case p.PassesTime():
		return &Refused{"timers fire, or cleanups run, only where nothing else can move, which depends on more than the state"}
	}
	plain, historic := verdictsOf(p)
	switch {
	case plain != nil && !o.FinalVerdicts:
		return &Refused{"whether an execution loses memory depends on the way to its final state"}
	case historic != nil && historic.Histories() == nil:
		return &Refused{"which operations threads can observe to be over depends on more than the state"}
	}
	return nil
}

// verdictsOf returns the verdict of p on everything but histories, and the one on these. Both may be nil.
func verdictsOf(p *front.Program) (plain front.Verdict, historic front.Historic) {
	if historic, ok := p.Verdict().(front.Historic); ok {
		return historic.Plain(), historic
	}
	return p.Verdict(), nil
}

// refusals returns an error if the thread is at an operation that states cannot describe.
func (s *search) refusals(t event.ThreadID) error {
	if s.options.Memory != memory.SC && s.MayRace() {
		return &Refused{"whether accesses race is decided under sc only"}
	}
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
