package trace

import (
	"fmt"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/operation"
	"dporbench/model/races"
	"dporbench/model/stack"
)

// Of runs p under m along events, an execution of p or a prefix of one, and returns
// the trace. The numbers of spawned threads may be from any
// exploration; they are kept. The error names the first event that p cannot do there.
//
// The Outcome is Complete if the execution is not maximal.
func Of(p *model.Program, m memory.Model, events []event.Event) (Trace, error) {
	r, err := newReplay(p, m, len(events))
	if err != nil {
		return Trace{}, err
	}
	defer r.Close()
	for i, e := range events {
		if err := r.follow(e); err != nil {
			return Trace{}, fmt.Errorf("event %d of %d: %w", i+1, len(events), err)
		}
	}
	return r.trace(), nil
}

type replay struct {
	*machine.Machine
	program *model.Program
	memory  memory.Model
	names   []string // of threads, by the numbers of the events
	steps   []Step
	printed []Printed
	numbers map[event.ThreadID]event.ThreadID // maps threads of the events to threads of the machine
}

// newReplay returns a replay at the start of p. It must be closed.
func newReplay(p *model.Program, memory memory.Model, maxSteps int) (*replay, error) {
	m, err := machine.NewFollowing(p, behaviour.Limits{MaxSteps: maxSteps, Given: true, Places: true, Memory: memory})
	if err != nil {
		return nil, err
	}
	r := &replay{Machine: m, program: p, memory: memory, numbers: map[event.ThreadID]event.ThreadID{}}
	for t := range event.ThreadID(p.NumThreads()) {
		r.numbers[t] = t
		r.name(t, p.ThreadName(t))
		r.print(t, t)
	}
	return r, nil
}

// name gives a thread its name, with a number if others have it already.
func (r *replay) name(t event.ThreadID, name string) {
	plain := name
	for n := 2; name == "" || slices.Contains(r.names, name); n++ {
		name = fmt.Sprintf("%s#%d", plain, n)
	}
	*stack.At(&r.names, int(t)) = name
}

// follow executes e, which must be its thread's next event.
func (r *replay) follow(e event.Event) error {
	if e.IsFlush() {
		r.nameBuffer(e)
	}
	t, ok := r.numbers[e.Thread]
	if !ok {
		return fmt.Errorf("thread %d has not been started", e.Thread)
	}
	if e.Kind == event.Choice && e.Object >= 0 && e.Object < r.Values(t) {
		r.Choose(e.Object)
	}
	last := r.refer(t, e)
	next, ok := r.Next(t)
	switch {
	case !ok:
		return fmt.Errorf("thread %s has ended", r.names[e.Thread])
	case next.Kind != e.Kind || next.Index != e.Index || e.Kind != event.Spawn && e.Kind != event.Join && next.Object != e.Object:
		return fmt.Errorf("thread %s is at %q, its event %d, not at a %v, its event %d",
			r.names[e.Thread], r.Statement(t), next.Index, e.Kind, e.Index)
	case !r.Enabled(t):
		return fmt.Errorf("thread %s is blocked at %q", r.names[e.Thread], r.Statement(t))
	case e.Kind.OnThread() && !r.means(e, next):
		return fmt.Errorf("thread %s is at %q, but not of thread %d", r.names[e.Thread], r.Statement(t), e.Object)
	}
	return r.do(t, e, last)
}

// means reports whether e, a Spawn or Join in the trace's numbers, can be next, in the machine's.
func (r *replay) means(e, next event.Event) bool {
	number, started := r.numbers[event.ThreadID(e.Object)]
	if e.Kind == event.Spawn {
		return !started && e.Object >= 0
	}
	return started && number == event.ThreadID(next.Object)
}

// do does the next event of thread t of the machine, which is enabled: e in the trace's numbers. isLast means that it refers to the last
// write in mo.
func (r *replay) do(t event.ThreadID, e event.Event, isLast bool) error {
	text := r.statement(t, e)
	next, err := r.Step(t)
	if err != nil {
		return err
	}
	if e.Kind == event.Spawn {
		child := event.ThreadID(e.Object)
		r.numbers[child] = event.ThreadID(next.Object)
		r.name(child, text[len("go "):])
		text = "go " + r.names[child]
	}
	if e.Kind == event.BufferRead {
		text = "(" + text + ")"
	}
	if result := r.Result(); result != "" {
		text += " → " + result
	}
	write := r.reference(e, isLast)
	r.steps = append(r.steps, Step{Event: e, Place: r.PlaceAt(r.Len() - 1), Text: text + write, Write: write, Minor: r.LeavesOut()})
	if !e.IsFlush() {
		r.print(e.Thread, t)
	}
	if e.Kind == event.Spawn {
		r.print(event.ThreadID(e.Object), event.ThreadID(next.Object))
	}
	return nil
}

// print records the output of thread t, which has that number in the machine, since its last event.
func (r *replay) print(t, number event.ThreadID) {
	if output := r.PrintedSince(number); output != (operation.Output{}) {
		r.printed = append(r.printed, Printed{t, len(r.steps), output})
	}
}

// statement returns the next statement of thread t of the machine: e, in the numbers of the trace.
func (r *replay) statement(t event.ThreadID, e event.Event) string {
	text := r.Statement(t)
	if e.Kind == event.Join {
		text += " " + r.names[e.Object]
	}
	return text
}

// judgeRaces makes the races of the trace, which is maximal, its outcome if it has no worse one.
func (t *Trace) judgeRaces(r *replay) {
	if !r.MayRace() {
		return
	}
	name := func(number event.ThreadID) string { return r.names[r.traced(number)] }
	for _, race := range races.New(r.Machine).Find() {
		t.DataRaces = append(t.DataRaces, DataRace{race, races.Describe(r.Machine, race, name)})
	}
	if after := t.Outcome.Or(model.Raced); len(t.DataRaces) > 0 && after != t.Outcome {
		t.Outcome, t.Report = after, t.DataRaces[0].Text
	}
}

func (r *replay) trace() Trace {
	stops := r.stops() // which may need names for buffers
	t := Trace{Program: r.program.Name(), Memory: r.memory, Threads: r.names, Steps: r.steps, Stops: stops, Printed: r.printed}
	if t.Maximal() {
		t.Outcome, _ = r.Ending()
		p := (*front.Program)(r.program)
		t.Outcome, t.Report = p.Decide(t.Events, t.Outcome, "")
		p.Explored()
		t.judgeRaces(r)
		if i := slices.IndexFunc(t.Stops, func(s Stop) bool { return s.Why == Failed && r.IsHeadline(r.numbers[s.Thread]) }); i >= 0 {
			t.Failure = t.Threads[t.Stops[i].Thread] + ": " + t.Stops[i].Text
		}
	}
	return t
}
