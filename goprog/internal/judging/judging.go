package judging

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/goprog/internal/machine"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	exec "dporbench/model/machine"
)

// Judge judges the executions of a generation.
func Judge(g *machine.Generation) model.Judge {
	idle := make(chan *replay, mostIdle)
	return func(events []event.Event, o model.Outcome, failure string) (model.Outcome, string) {
		var r *replay
		select {
		case r = <-idle:
		default:
			var err error
			if r, err = newReplay(g); err != nil {
				return model.Failed, err.Error()
			}
		}
		defer func() {
			select {
			case idle <- r:
			default:
				r.Close()
			}
		}()
		return r.judge(events, o, failure)
	}
}

// mostIdle is how many replays are kept for the executions to come.
const mostIdle = 8

// replay runs executions again, to find out what their events did. What they have in common with the last one is not run again.
type replay struct {
	*exec.Machine
	g       *machine.Generation
	events  []event.Event // as the explorer numbers threads
	numbers []event.ThreadID
	deeds   []machine.Deed
	steps   [][]machine.Step // of deeds, as far as they have been asked for
	races   races
}

func newReplay(g *machine.Generation) (*replay, error) {
	m, err := exec.New(g.Model, behaviour.Limits{Places: true, Marks: true})
	return &replay{Machine: m, g: g}, err
}

// number is the number that the machine has for a thread.
func (r *replay) number(t event.ThreadID) event.ThreadID {
	if int(t) < len(r.numbers) {
		return r.numbers[t]
	}
	return t
}

// repeat runs events.
func (r *replay) repeat(events []event.Event) error {
	n := 0
	for n < len(events) && n < len(r.events) && events[n] == r.events[n] {
		n++
	}
	for r.Len() > n {
		r.Undo()
	}
	r.events, r.deeds = append(r.events[:0], events[:n]...), r.deeds[:n]
	for _, e := range events[n:] {
		if e.Kind == event.Choice {
			r.Choose(e.Value())
		}
		did, err := r.Step(r.number(e.Thread))
		if err != nil {
			return err
		}
		if e.Kind == event.Spawn {
			for len(r.numbers) <= int(e.Object) {
				r.numbers = append(r.numbers, event.ThreadID(len(r.numbers)))
			}
			r.numbers[e.Object] = event.ThreadID(did.Object)
		}
		r.events = append(r.events, e)
		deed, _ := machine.Marked(r.MarkOf(did.Thread))
		r.deeds = append(r.deeds, deed)
	}
	return nil
}

func (r *replay) judge(events []event.Event, o model.Outcome, failure string) (model.Outcome, string) {
	if err := r.repeat(events); err != nil {
		return model.Failed, "the execution cannot be repeated: " + err.Error()
	}
	if text := r.race(); text != "" {
		return model.Raced, text
	}
	switch {
	case o == model.AssumeBlocked && r.livelocked():
		return r.stuck(r.unfinished())
	case o != model.Deadlocked:
		return o, failure
	}
	waiting := r.Deadlocked()
	goroutines := slices.DeleteFunc(slices.Clone(waiting), r.hasTicked)
	switch {
	case len(goroutines) == 0:
		return model.Complete, ""
	case len(goroutines) < len(waiting):
		return model.AssumeBlocked, ""
	}
	return r.stuck(waiting)
}

// hasTicked reports whether t is a ticker that has ticked as often as it may.
func (r *replay) hasTicked(t event.ThreadID) bool {
	return strings.HasPrefix(r.Statement(t), machine.NoMoreTicks)
}

// stuck is the verdict on an execution in which these goroutines never come to their ends.
func (r *replay) stuck(all []event.ThreadID) (model.Outcome, string) {
	o, what := model.Deadlocked, "all goroutines that are left wait for ever: "
	if all[0] != 0 {
		o, what = model.Leaked, "goroutines wait for ever though main has returned: "
	}
	lines := make([]string, len(all))
	for i, t := range all {
		if _, halted := r.Halted(t); halted {
			lines[i] = fmt.Sprintf("%s goes round the loop at %s", r.describe(t), r.NextPlace(t))
		} else {
			lines[i] = fmt.Sprintf("%s waits at %s (%s)", r.describe(t), r.NextPlace(t), r.Statement(t))
		}
	}
	return o, what + strings.Join(lines, "; ")
}

// race describes the first data race, or is "".
func (r *replay) race() string {
	r.races.reset()
	for i, e := range r.Events() {
		found, ok := r.races.push(e, r.deeds[i], r.stepsOf(r.deeds[i]))
		if ok {
			return r.describeRace(i, found)
		}
	}
	return ""
}

func (r *replay) stepsOf(d machine.Deed) []machine.Step {
	for len(r.steps) <= int(d) {
		r.steps = append(r.steps, nil)
	}
	if r.steps[d] == nil {
		r.steps[d] = r.g.Deeds.Steps(d)
	}
	return r.steps[d]
}

var verbs = [accesses]string{
	plainRead: "read", plainWrite: "write", load: "atomic read", store: "atomic write", began: "Add", waited: "Wait", sent: "send", closed: "close",
}

func (r *replay) describeRace(second int, found race) string {
	first := 0
	for i, e := range r.Events() {
		if int32(e.Thread) == found.thread && e.Index == found.n {
			first = i
		}
	}
	side := func(i int, a access) string {
		return strings.TrimSuffix(fmt.Sprintf("%s at %s by %s", verbs[a], r.PlaceAt(i), r.describe(r.Events()[i].Thread)), ",")
	}
	name := r.g.Model.VarName(r.Events()[second].Object)
	what := "data race on " + name
	switch {
	case found.first >= sent:
		what = "a send to and the close of a channel are concurrent"
	case found.first >= began:
		what = "misuse of WaitGroup " + name + ", Add is called concurrently with Wait"
	}
	return fmt.Sprintf("%s: %s; %s", what, side(first, found.first), side(second, found.second))
}

// describe says which goroutine a thread is.
func (r *replay) describe(t event.ThreadID) string {
	for i, e := range r.Events() {
		if e.Kind == event.Spawn && e.Object == int32(t) {
			return fmt.Sprintf("goroutine %d, started at %s,", t, r.PlaceAt(i))
		}
	}
	return "main"
}
