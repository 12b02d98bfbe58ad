package sampling

import (
	"context"
	"math/rand/v2"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

type walker struct {
	*machine.Machine
	known   accesses
	shapes  shapes
	done    []int32        // by ThreadID: the events of the thread in E, or gone
	initial machine.States // the initial state
}

// treeBudget is the budget of the machine's tree: some 50 MB.
const treeBudget = 1 << 20

func newWalker(ctx context.Context, p *model.Program, o algos.Options) (*walker, error) {
	m, err := machine.New(p, behaviour.Limits{MaxSteps: o.MaxSteps, Memory: o.Memory, TreeBudget: treeBudget, Interrupt: ctx.Err})
	if err != nil {
		return nil, err
	}
	w := &walker{Machine: m}
	w.meetThreads()
	m.KeepIn(&w.initial)
	w.initial.Keep(m)
	for t := range event.ThreadID(m.Threads()) {
		w.arrive(t)
	}
	return w, nil
}

func (w *walker) meetThreads() {
	for len(w.done) < w.Threads() {
		w.done = append(w.done, 0)
	}
}

// step lets t do its next event, which returns choice if it is a Choice.
func (w *walker) step(t event.ThreadID, choice int32) error {
	w.Choose(choice)
	e, err := w.Step(t)
	if err != nil {
		return err
	}
	w.meetThreads()
	w.known.see(e)
	w.shapes.see(e, w.Machine)
	w.done[t] = e.Index
	if !w.arrive(t) && !e.IsFlush() {
		w.done[t] = gone
		w.shapes.seeEnd(e)
	}
	if e.Kind == event.Spawn {
		w.arrive(event.ThreadID(e.Object))
	}
	return nil
}

// arrive records what t will do next, if anything: it may have to wait for that forever.
func (w *walker) arrive(t event.ThreadID) (more bool) {
	next, more := w.Next(t)
	if more {
		w.known.see(next)
	}
	return more
}

func (w *walker) undo() {
	e := w.Events()[w.Len()-1]
	w.done[e.Thread] = e.Index - 1
	w.Undo()
}

func (w *walker) begin() { w.load(&w.initial, 0) }

func (w *walker) load(s *machine.States, i int32) {
	s.Load(w.Machine, i)
	for t := range w.done {
		switch e, more := w.Next(event.ThreadID(t)); {
		case more:
			w.done[t] = e.Index - 1
		case w.LocalState(event.ThreadID(t)) == 0:
			w.done[t] = 0
		default:
			w.done[t] = gone
		}
	}
}

// walk runs an execution in which any enabled thread may come next or, with ranks, the first one in a random order, in
// which it is moved to the end now and then: that leads where fair choices do not. It returns the number of events.
//
// Source of the ranks: Burckhardt, Kothari, Musuvathi, Nagarakatte, A Randomized Scheduler with Probabilistic
// Guarantees of Finding Bugs, ASPLOS 2010.
func (w *walker) walk(random *rand.Rand, ranks bool) (events int, err error) {
	const moves = 0.05
	w.begin()
	rank := map[event.ThreadID]float64{}
	last := 1.0
	var enabled []event.ThreadID
	for {
		enabled = w.AppendEnabled(enabled[:0])
		if len(enabled) == 0 {
			return w.Len(), nil
		}
		next := enabled[random.IntN(len(enabled))]
		for _, t := range enabled {
			if rank[t] == 0 {
				rank[t] = random.Float64()
			}
			if ranks && rank[t] < rank[next] {
				next = t
			}
		}
		if random.Float64() < moves {
			last++
			rank[next] = last
		}
		if err := w.step(next, random.Int32N(w.Values(next))); err != nil {
			return w.Len(), err
		}
	}
}
