package algos

import (
	"context"
	"errors"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// Exploration is one call of Explore by an explorer that runs a Machine. It depends on no algorithm.
type Exploration struct {
	*Session
	Machine  *machine.Machine
	events   func() []event.Event // of Machine, made once
	shuffled []event.ThreadID     // the enabled threads not drawn yet, for RandomThread
	quiet    quiet                // for the orders that follow a first execution
}

// NewExplorer returns an Explorer with these options and the algorithm explore. Each call of its Explore makes a new
// Exploration, with the machine at the start of the program; explore may leave the machine anywhere.
func NewExplorer(o Options, explore func(x *Exploration) error) Explorer {
	return &machineExplorer{options: o, begin: once(explore)}
}

// NewOverGraphs is NewExplorer for an algorithm that explores under the memory models of graphs as well: before each Step of an access it
// calls Machine.Refer, and it takes back an event that the axioms do not allow.
func NewOverGraphs(o Options, explore func(x *Exploration) error) Explorer {
	return &machineExplorer{o, once(explore), TakesGraphs}
}

// once begins an exploration that has no tasks.
func once(explore func(x *Exploration) error) func(*Exploration) func() error {
	return func(x *Exploration) func() error { return func() error { return explore(x) } }
}

// NewCoarser is NewExplorer for an algorithm whose equivalence is coarser than happens-before: questions that depend
// on the order of dependent events are refused.
func NewCoarser(o Options, explore func(x *Exploration) error) Explorer {
	return NewExplorer(o, declaring(CoarserClasses, explore))
}

type machineExplorer struct {
	options Options
	begin   func(x *Exploration) (explore func() error)
	takes   Feature // declared at the beginning
}

func (e *machineExplorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (Stats, error) {
	return Run(ctx, p, e.options, visit, e.start)
}

func (e *machineExplorer) start(s *Session) (Threads, func() error, error) {
	if err := s.Declare(e.takes | TakesQuietOrder); err != nil {
		return nil, nil, err
	}
	if err := s.declareUnlessTaken(); err != nil {
		return nil, nil, err
	}
	m, err := machine.NewFollowing(s.Program, behaviour.Limits{MaxSteps: e.options.MaxSteps, Memory: e.options.Memory, Interrupt: s.caller.cancelled, Places: e.options.Places,
		Marks: s.verdicts.fastPath != nil})
	if err != nil {
		return nil, nil, err
	}
	s.work.machine, s.Features.machine = m, m
	var q quiet
	if s.Order.FollowsFirst() {
		if q, err = newQuiet(m, s.Program); err != nil {
			m.Close()
			return nil, nil, err
		}
	}
	s.verdicts.follow(m)
	s.watchOrder()
	explore := e.begin(&Exploration{Session: s, Machine: m, events: m.Events, quiet: q})
	return m, func() error {
		m.ForgetSteps()
		err := explore()
		s.Stats.Events = m.Steps()
		if err == nil && !s.draws.inTasks && m.IgnoresChoices() {
			err = errChoices
		}
		if err == nil && m.Guarded() {
			err = s.DeclareGuards()
		}
		m.Reset() // for CheckDeterminism and the next task
		return err
	}, nil
}

// OnlySC wraps explore for an algorithm that supports only sequential consistency, without passing time: other programs are an error.
func OnlySC(explore func(x *Exploration) error) func(x *Exploration) error {
	return declaring(NoStoreBuffers|NoCommuting|NoPasses, explore)
}

// declaring wraps explore for an algorithm with a feature.
func declaring(f Feature, explore func(x *Exploration) error) func(x *Exploration) error {
	return func(x *Exploration) error {
		if err := x.Declare(f); err != nil {
			return err
		}
		return explore(x)
	}
}

// NewSplittable is NewExplorer for an algorithm whose exploration can be split into tasks. start is called once, and
// explore, which it returns, once for each task, with the machine at the start of the program; tasks may share
// nothing but allocated memory. explore must ask Tasks.First which child of an execution to begin with, and call
// Tasks.Explored after each child. How it treats a child must depend only on the path to it.
func NewSplittable(o Options, start func(x *Exploration) (explore func() error)) Splittable {
	return &splittable{machineExplorer{options: o, begin: start}}
}

type splittable struct{ machineExplorer }

func (e *splittable) NewWorker(p *model.Program) (*Worker, error) {
	return NewWorker(p, e.options, e.start)
}

// errChoices keeps an algorithm that does not support Choose from silently missing classes.
var errChoices = errors.New("the program has a Choose, but the algorithm has explored only its first value: " +
	"it must explore all machine.Machine.Values")

// Step executes the next event of thread t, which must be enabled. An error must be
// returned; E is then unchanged. An explorer that needs happens-before or races calls
// sequence.Sequence.Push instead.
func (x *Exploration) Step(t event.ThreadID) (event.Event, error) { return x.Machine.Step(t) }

// AppendEnabled appends the threads that have an event in enabled(E) to threads, in the order in which to try them.
func (x *Exploration) AppendEnabled(threads []event.ThreadID) []event.ThreadID {
	for t := x.FirstEnabled(); t != event.NoThread; t = x.NextEnabled(t) {
		threads = append(threads, t)
	}
	return threads
}

// FirstEnabled is the first thread of AppendEnabled, or event.NoThread.
func (x *Exploration) FirstEnabled() event.ThreadID {
	if x.Order == FirstThread {
		return x.Machine.NextEnabled(event.NoThread)
	}
	return x.firstInOrder()
}

func (x *Exploration) firstInOrder() event.ThreadID {
	switch x.Order {
	case LastThread:
		return x.Machine.PreviousEnabled(event.ThreadID(x.Machine.Threads()))
	case QuietFirst:
		return x.quiet.first(x.Machine)
	case CalmFirst, RecentFirst, ShortestFirst:
		x.rankAll()
		return x.drawn()
	case watched:
		return x.firstWatched()
	}
	x.shuffle()
	return x.drawn()
}

// NextEnabled is the next thread of AppendEnabled after t, or event.NoThread. E
// must be the same as at FirstEnabled.
func (x *Exploration) NextEnabled(t event.ThreadID) event.ThreadID {
	switch x.Order {
	case LastThread:
		return x.Machine.PreviousEnabled(t)
	case RandomThread, CalmFirst, RecentFirst, ShortestFirst:
		return x.drawn()
	case QuietFirst:
		return x.quiet.after(x.Machine, t)
	}
	return x.Machine.NextEnabled(t)
}

// firstWatched is FirstEnabled with a Watcher.
func (x *Exploration) firstWatched() event.ThreadID {
	x.Observer.(Watcher).At(x.Machine.Events())
	return x.Machine.NextEnabled(event.NoThread)
}

func (x *Exploration) shuffle() {
	x.shuffled = x.Machine.AppendEnabled(x.shuffled[:0])
	x.draws.at(x.Machine.Progress)
	x.Random.Shuffle(len(x.shuffled), func(i, j int) {
		x.shuffled[i], x.shuffled[j] = x.shuffled[j], x.shuffled[i]
	})
}

// rankAll fills x.shuffled with the enabled threads, the one with the lowest rank last, and of equal ones that with the lowest number.
func (x *Exploration) rankAll() {
	x.shuffled = x.Machine.AppendEnabled(x.shuffled[:0])
	slices.Reverse(x.shuffled)
	slices.SortStableFunc(x.shuffled, func(t, u event.ThreadID) int {
		return x.quiet.ranks.rank(x.Machine, x.Order, u) - x.quiet.ranks.rank(x.Machine, x.Order, t)
	})
}

// drawn removes and returns one of the shuffled threads, or event.NoThread if none is left.
func (x *Exploration) drawn() event.ThreadID {
	last := len(x.shuffled) - 1
	if last < 0 {
		return event.NoThread
	}
	t := x.shuffled[last]
	x.shuffled = x.shuffled[:last]
	return t
}

// Maximal counts E, which must be maximal, and shows it to visit. An error must be
// returned.
func (x *Exploration) Maximal() error {
	x.Stats.Events = x.Machine.Steps()
	outcome, failure := x.Machine.Ending()
	if x.declared&CoarserClasses != 0 && outcome != model.Complete && x.Machine.Spun() {
		if err := x.Declare(EndlessLoops); err != nil {
			return err
		}
	}
	return x.executed(outcome, failure, x.events)
}
