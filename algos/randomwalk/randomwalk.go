// Package randomwalk runs a program repeatedly with a random scheduler, and counts
// the classes it finds. It is the smallest explorer, to be read as an example, and
// the baseline for all reduction: it finds the same classes many times, and cannot
// decide whether it has found them all.
//
// The number of classes is Stats.Peak.Configurations. It stops after too many walks in
// a row without a new class: fifty, and ten more for each class found. All steps are
// drawn from Options.Seed, and Options.Order is ignored. Since walks do not branch off
// from each other, an algos.Observer only learns of their ends. It is not an
// algos.Splittable: when it stops depends on all classes found before, by whatever
// walk, so no part of it can be explored without knowing the others.
package randomwalk

import (
	"dporbench/algos"
	"dporbench/model/event"
)

// New returns an explorer that walks at random.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

func explore(x *algos.Exploration) error {
	w := walker{Exploration: x, classes: map[string]struct{}{}}
	for repeats := 0; repeats < 10*len(w.classes)+50; repeats++ {
		before := len(w.classes)
		if err := w.walk(); err != nil {
			return err
		}
		if len(w.classes) > before {
			repeats = 0
		}
	}
	return nil
}

type walker struct {
	*algos.Exploration
	enabled []event.ThreadID    // at E; reused
	classes map[string]struct{} // the keys of those found
}

func (w *walker) walk() error {
	for t := w.draw(); t != event.NoThread; t = w.draw() {
		if n := w.Machine.Values(t); n > 1 {
			w.Machine.Choose(w.Random.Int32N(n))
		}
		if _, err := w.Step(t); err != nil {
			return err
		}
	}
	w.classes[w.Program.ClassKey(w.Machine.Events())] = struct{}{}
	algos.RaisePeak(&w.Stats.Peak.Configurations, len(w.classes))
	algos.RaisePeak(&w.Stats.Peak.Events, w.Machine.Len())
	if err := w.Maximal(); err != nil {
		return err
	}
	for w.Machine.Len() > 0 {
		w.Machine.Undo()
	}
	return nil
}

// draw gives each enabled thread the same probability; NoThread means that E is maximal.
func (w *walker) draw() event.ThreadID {
	w.enabled = w.AppendEnabled(w.enabled[:0])
	if len(w.enabled) == 0 {
		return event.NoThread
	}
	return w.enabled[w.Random.IntN(len(w.enabled))]
}
