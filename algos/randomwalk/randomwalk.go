// Package randomwalk walks at random from the start of a program to the end of
// one execution after another, and counts the classes it comes upon. It is the
// smallest explorer there is, and the one that all reduction is to beat: it
// meets classes again and again, and never knows whether it has met them all.
//
// The classes met are Stats.Peak.Configurations. It gives up when it has walked in
// vain for too long: ten times for each class met, and fifty times more. Every
// step is drawn from Options.Seed, so that Options.Order has no meaning; and as
// walks do not branch off from each other, an algos.Observer is told of their ends
// only.
package randomwalk

import (
	"dporbench/algos"
	"dporbench/model"
)

// New returns an explorer that walks at random.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

// explore walks until it has met nothing new for long.
func explore(x *algos.Exploration) error {
	w := walker{Exploration: x, met: map[string]struct{}{}}
	for vain := 0; vain < 10*len(w.met)+50; vain++ {
		met := len(w.met)
		if err := w.walk(); err != nil {
			return err
		}
		if len(w.met) > met {
			vain = 0
		}
	}
	return nil
}

type walker struct {
	*algos.Exploration
	enabled []model.ThreadID    // at E; used again at each step
	met     map[string]struct{} // the keys of the classes met
}

// walk goes from the start to the end of an execution, counts it, and goes back.
func (w *walker) walk() error {
	for t := w.draw(); t != model.NoThread; t = w.draw() {
		if _, err := w.Step(t); err != nil {
			return err
		}
	}
	w.met[model.ClassKey(w.Machine.Events())] = struct{}{}
	algos.RaisePeak(&w.Stats.Peak.Configurations, len(w.met))
	algos.RaisePeak(&w.Stats.Peak.Events, w.Machine.Len())
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
