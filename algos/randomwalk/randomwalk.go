// Package randomwalk walks at random from the start of a program to the end of
// one execution after another, and counts the classes it comes upon. It is the
// smallest explorer there is, and the one that all reduction is to beat: it
// meets classes again and again, and never knows whether it has met them all.
//
// The classes met are Stats.Peak.Configurations. It gives up when half of its
// walks, and atLeast of them, have been in vain. As every step is drawn from
// Options.Seed, Options.Order has no meaning.
package randomwalk

import (
	"dporbench/algos"
	"dporbench/model"
)

// New returns an explorer that walks at random.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

const atLeast = 50

// explore walks until half of the walks have met nothing new.
func explore(x *algos.Exploration, _ *model.Program) error {
	w := walker{Exploration: x, met: map[string]struct{}{}}
	fruitful := 0 // the last walk that met a new class
	for taken := 1; taken <= 2*fruitful+atLeast; taken++ {
		before := len(w.met)
		if err := w.walk(); err != nil {
			return err
		}
		if len(w.met) > before {
			fruitful = taken
		}
	}
	return nil
}

type walker struct {
	*algos.Exploration
	enabled []model.ThreadID    // at E; used again at each step
	met     map[string]struct{} // the keys of the classes met
	begun   bool                // that there was a walk before this one
}

// walk goes from the start to the end of an execution, counts it, and goes back.
func (w *walker) walk() error {
	for t := w.draw(); t != model.NoThread; t = w.draw() {
		if w.begun && w.Machine.Len() == 0 {
			w.Turns(t)
		}
		if _, err := w.Step(t); err != nil {
			return err
		}
	}
	w.begun = true
	w.met[model.TraceKey(w.Machine.Events())] = struct{}{}
	algos.Reached(&w.Stats.Peak.Configurations, len(w.met))
	algos.Reached(&w.Stats.Peak.Events, w.Machine.Len())
	if err := w.Maximal(); err != nil {
		return err
	}
	for w.Machine.Len() > 0 {
		w.Machine.Undo()
	}
	return nil
}

// draw is one of the enabled threads, each as likely as the others, or
// model.NoThread if E is maximal.
func (w *walker) draw() model.ThreadID {
	w.enabled = w.AppendEnabled(w.enabled[:0])
	if len(w.enabled) == 0 {
		return model.NoThread
	}
	return w.enabled[w.Random.IntN(len(w.enabled))]
}
