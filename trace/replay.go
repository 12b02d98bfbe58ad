package trace

import (
	"fmt"
	"slices"

	"dporbench/model"
)

// Of runs p along events, an execution of it or a prefix of one, and tells what
// each of them does. The numbers of spawned threads may be those of any
// exploration; they are kept. The error names the first event that p cannot do
// there.
//
// The Outcome is that of a maximal execution; of any other it is Complete.
func Of(p *model.Program, events []model.Event) (Trace, error) {
	m, err := model.NewMachine(p, model.Limits{MaxSteps: len(events)})
	if err != nil {
		return Trace{}, err
	}
	defer m.Close()
	r := replay{Machine: m, numbers: map[model.ThreadID]model.ThreadID{}}
	for t := range model.ThreadID(p.NumThreads()) {
		r.numbers[t] = t
		r.name(t, p.ThreadName(t))
	}
	for i, e := range events {
		if err := r.step(e); err != nil {
			return Trace{}, fmt.Errorf("event %d of %d: %w", i+1, len(events), err)
		}
	}
	t := Trace{Threads: r.names, Steps: r.steps}
	if m.NextEnabled(model.NoThread) == model.NoThread {
		t.Outcome, t.Failure = m.Ending()
	}
	return t, nil
}

type replay struct {
	*model.Machine
	names   []string // of threads, by the numbers of the events
	steps   []Step
	numbers map[model.ThreadID]model.ThreadID // of threads, from those of the events to those of the machine
}

// name gives a thread a name of its own: where others have it already, with a
// number.
func (r *replay) name(t model.ThreadID, name string) {
	plain := name
	for n := 2; slices.Contains(r.names, name); n++ {
		name = fmt.Sprintf("%s#%d", plain, n)
	}
	for len(r.names) <= int(t) {
		r.names = append(r.names, "")
	}
	r.names[t] = name
}

func (r *replay) step(e model.Event) error {
	t, ok := r.numbers[e.Thread]
	if !ok {
		return fmt.Errorf("thread %d has not been started", e.Thread)
	}
	next, ok := r.Next(t)
	switch {
	case !ok:
		return fmt.Errorf("thread %s has ended", r.names[e.Thread])
	case next.Kind != e.Kind || next.Index != e.Index || e.Kind != model.Spawn && e.Kind != model.Join && next.Object != e.Object:
		return fmt.Errorf("thread %s is at %q, its event %d, not at a %v, its event %d",
			r.names[e.Thread], r.Statement(t), next.Index, e.Kind, e.Index)
	case !r.Enabled(t):
		return fmt.Errorf("thread %s is blocked at %q", r.names[e.Thread], r.Statement(t))
	}
	text := r.Statement(t)
	if e.Kind == model.Join {
		text += " " + r.names[e.Object]
	}
	if _, err := r.Step(t); err != nil {
		return err
	}
	if e.Kind == model.Spawn {
		child := model.ThreadID(e.Object)
		r.numbers[child] = model.ThreadID(next.Object)
		r.name(child, text[len("go "):])
		text = "go " + r.names[child]
	}
	if result := r.Result(); result != "" {
		text += " → " + result
	}
	r.steps = append(r.steps, Step{e, text})
	return nil
}
