package algos

import (
	"context"
	"errors"
	"math/rand/v2"

	"dporbench/model"
)

// Exploration is what every explorer that runs a Machine needs for one call of
// Explore: the machine, what has been counted, and whoever is to be told. It
// knows nothing of any algorithm.
type Exploration struct {
	Machine *model.Machine
	Stats   Stats

	ctx      context.Context
	visit    func(*model.Execution) error
	progress func(*Stats)
	order    Order
	random   *rand.Rand
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
	if err := context.Cause(ctx); err != nil {
		return Stats{}, err
	}
	m, err := model.NewMachine(p, model.Limits{MaxSteps: e.options.MaxSteps})
	if err != nil {
		return Stats{}, err
	}
	defer m.Close()
	x := &Exploration{
		Machine:  m,
		ctx:      ctx,
		visit:    visit,
		progress: e.options.Progress,
		order:    e.options.Order,
		random:   rand.New(rand.NewPCG(e.options.Seed, 0)),
	}
	err = x.end(e.explore(x, p))
	return x.Stats, err
}

// end turns err, with which the algorithm ended, into what Explore returns.
func (x *Exploration) end(err error) error {
	for x.Machine.Len() > 0 {
		x.Machine.Undo()
	}
	if err == nil {
		err = x.Machine.CheckDeterminism()
	}
	x.Stats.Peak.BehaviourNodes = int64(x.Machine.BehaviourNodes())
	if errors.Is(err, ErrStop) {
		return nil
	}
	return err
}

// Step lets thread t do its next event, an event not executed before at this
// place.
func (x *Exploration) Step(t model.ThreadID) (model.Event, error) {
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
	switch x.order {
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
	switch x.order {
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
	x.random.Shuffle(len(x.shuffled), func(i, j int) {
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
	x.Stats.Executions++
	switch outcome {
	case model.Failed:
		x.Stats.Failed++
	case model.AssumeBlocked:
		x.Stats.AssumeBlocked++
	case model.Deadlocked:
		x.Stats.Deadlocked++
	}
	if x.progress != nil {
		x.progress(&x.Stats)
	}
	if x.visit != nil {
		if err := x.visit(model.NewExecution(x.Machine.Events(), outcome, failure)); err != nil {
			return err
		}
	}
	return x.cancelled()
}

// Redundant counts an exploration that a sleep set blocked.
func (x *Exploration) Redundant() error {
	x.Stats.Redundant++
	return x.cancelled()
}

func (x *Exploration) cancelled() error {
	select {
	case <-x.ctx.Done():
		return context.Cause(x.ctx)
	default:
		return nil
	}
}

// Reached raises a peak to n if n is larger.
func Reached(peak *int64, n int) { *peak = max(*peak, int64(n)) }
