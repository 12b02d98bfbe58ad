package samplers

import (
	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// New returns an explorer that visits runs executions, drawn by a Sampler that s makes for each call of Explore. If
// runs is 0, it continues until it is stopped. Everything is drawn from Options.Seed; Options.Order is ignored.
func New(o algos.Options, s func() Sampler, runs int64) algos.Explorer {
	return algos.NewExplorer(o, func(x *algos.Exploration) error {
		sampler, d := s(), thrown{x.Random}
		for n := int64(0); n < runs || runs == 0; n++ {
			if err := draw(x.Machine, sampler, d, x.Step); err != nil {
				return err
			}
			algos.RaisePeak(&x.Stats.Peak.Events, x.Machine.Len())
			if err := x.Maximal(); err != nil {
				return err
			}
			for x.Machine.Len() > 0 {
				x.Machine.Undo()
			}
		}
		return nil
	})
}

// draw runs one execution from the start of m, and leaves m at its end.
func draw(m *machine.Machine, s Sampler, d Dice, step func(event.ThreadID) (event.Event, error)) error {
	if step == nil {
		step = m.Step
	}
	var enabled []event.ThreadID
	s.Begin(d)
	for {
		if enabled = m.AppendEnabled(enabled[:0]); len(enabled) == 0 {
			return nil
		}
		t := s.Next(m, enabled, d)
		if n := m.Values(t); n > 1 {
			m.Choose(int32(d.Roll(int(n))))
		}
		e, err := step(t)
		if err != nil {
			return err
		}
		s.Done(m, e)
	}
}
