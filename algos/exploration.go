package algos

import (
	"context"

	"dporbench/model"
)

// Exploration is what every explorer that runs a Machine needs for one call of
// Explore. It knows nothing of any algorithm.
type Exploration struct {
	*Session
	Program  *model.Program
	Machine  *model.Machine
	shuffled []model.ThreadID // the enabled threads not drawn yet, for RandomThread
}

// NewExplorer returns the Explorer with these options that explores with
// explore: each call of its Explore makes a new Exploration, and explore is the
// algorithm. It need not leave the machine as it found it.
func NewExplorer(o Options, explore func(x *Exploration, p *model.Program) error) Explorer {
	return &machineExplorer{o, explore}
}

type machineExplorer struct {
	options Options
	explore func(x *Exploration, p *model.Program) error
}

func (e *machineExplorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (Stats, error) {
	session, err := NewSession(ctx, e.options, visit)
	if err != nil {
		return Stats{}, err
	}
	m, err := model.NewMachine(p, model.Limits{MaxSteps: e.options.MaxSteps})
	if err != nil {
		return Stats{}, err
	}
	defer m.Close()
	x := &Exploration{Session: session, Program: p, Machine: m}
	if err = e.explore(x, p); err == nil {
		err = x.checkDeterminism()
	}
	x.Stats.Peak.BehaviourNodes = int64(m.BehaviourNodes())
	return x.Result(err)
}

func (x *Exploration) checkDeterminism() error {
	for x.Machine.Len() > 0 {
		x.Machine.Undo()
	}
	return x.Machine.CheckDeterminism()
}

// Step lets thread t do its next event, an event not executed before at this
// place. The error may be the cause for which the exploration is to end.
func (x *Exploration) Step(t model.ThreadID) (model.Event, error) {
	if err := x.cancelled(); err != nil {
		return model.Event{}, err
	}
	x.Stats.Events++
	return x.Machine.Step(t)
}

// AppendEnabled appends the threads that have an event in enabled(E), in the
// order in which they are to be tried.
func (x *Exploration) AppendEnabled(threads []model.ThreadID) []model.ThreadID {
	for t := x.FirstEnabled(); t != model.NoThread; t = x.NextEnabled(t) {
		threads = append(threads, t)
	}
	return threads
}

// FirstEnabled is the first of the threads that have an event in enabled(E), in
// the order in which they are to be tried, or model.NoThread.
func (x *Exploration) FirstEnabled() model.ThreadID {
	switch x.Order {
	case LastThread:
		return x.Machine.PreviousEnabled(model.ThreadID(x.Machine.Threads()))
	case RandomThread:
		x.shuffle()
		return x.NextEnabled(model.NoThread)
	}
	return x.Machine.NextEnabled(model.NoThread)
}

// NextEnabled is the one to be tried after t, or model.NoThread, as long as E
// is what it was at FirstEnabled.
func (x *Exploration) NextEnabled(t model.ThreadID) model.ThreadID {
	switch x.Order {
	case LastThread:
		return x.Machine.PreviousEnabled(t)
	case RandomThread:
		return x.drawn()
	}
	return x.Machine.NextEnabled(t)
}

// shuffle puts the enabled threads in a random order, from which drawn takes
// them.
func (x *Exploration) shuffle() {
	x.shuffled = x.shuffled[:0]
	for t := x.Machine.NextEnabled(model.NoThread); t != model.NoThread; t = x.Machine.NextEnabled(t) {
		x.shuffled = append(x.shuffled, t)
	}
	x.Random.Shuffle(len(x.shuffled), func(i, j int) {
		x.shuffled[i], x.shuffled[j] = x.shuffled[j], x.shuffled[i]
	})
}

func (x *Exploration) drawn() model.ThreadID {
	last := len(x.shuffled) - 1
	if last < 0 {
		return model.NoThread
	}
	t := x.shuffled[last]
	x.shuffled = x.shuffled[:last]
	return t
}

// Maximal counts E, which must be maximal, and shows it to visit.
func (x *Exploration) Maximal() error {
	outcome, failure := x.Machine.Ending()
	x.Stats.Peak.BehaviourNodes = int64(x.Machine.BehaviourNodes())
	return x.Executed(outcome, failure, x.Machine.Events)
}
