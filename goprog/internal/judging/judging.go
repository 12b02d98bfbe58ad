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

// Judges judge the executions of a generation, any number of them at a time.
type Judges struct {
	g    *machine.Generation
	idle chan *replay
}

// New returns the judges of a generation.
func New(g *machine.Generation) *Judges { return &Judges{g, make(chan *replay, mostIdle)} }

// with calls f with a replay that nobody else uses.
func (j *Judges) with(f func(*replay)) error {
	var r *replay
	select {
	case r = <-j.idle:
	default:
		var err error
		if r, err = newReplay(j.g); err != nil {
			return err
		}
	}
	defer func() {
		select {
		case j.idle <- r:
		default:
			r.Close()
		}
	}()
	f(r)
	return nil
}

// Release closes the replays that nobody uses.
func (j *Judges) Release() {
	for {
		select {
		case r := <-j.idle:
			r.Close()
		default:
			return
		}
	}
}

// Judge is a [model.Judge].
func (j *Judges) Judge(events []event.Event, o model.Outcome, failure string) (verdict model.Outcome, report string) {
	if err := j.with(func(r *replay) { verdict, report = r.judge(events, o, failure) }); err != nil {
		return model.Failed, err.Error()
	}
	return verdict, report
}

// mostIdle is how many replays are kept for the executions to come.
const mostIdle = 8

// replay runs executions again, to find out what their events did.
type replay struct {
	*exec.Replay
	g     *machine.Generation
	deeds []machine.Deed
	steps [][]machine.Step // of deeds, as far as they have been asked for
	races races
	raced *race         // with the last event of races; nil if it is with none
	last  *exec.Machine // for timersLast; nil until then
}

// Close ends what it has.
func (r *replay) Close() {
	r.Replay.Close()
	if r.last != nil {
		r.last.Close()
	}
}

func newReplay(g *machine.Generation) (*replay, error) {
	r, err := exec.NewReplay(g.Model, behaviour.Limits{Places: true, Marks: true})
	return &replay{Replay: r, g: g}, err
}

// repeat runs events.
func (r *replay) repeat(events []event.Event) error {
	n := r.Rewind(events)
	r.deeds = r.deeds[:n]
	if n < len(r.races.begun) {
		r.races.back(n)
		r.raced = nil
	}
	for _, e := range events[n:] {
		did, err := r.Follow(e)
		if err != nil {
			return err
		}
		deed, _ := machine.Marked(r.MarkOf(did.Thread))
		r.deeds = append(r.deeds, deed)
	}
	return nil
}

func (r *replay) judge(events []event.Event, o model.Outcome, failure string) (model.Outcome, string) {
	if err := r.repeat(events); err != nil {
		return model.Failed, "the execution cannot be repeated: " + err.Error()
	}
	if r.g.TimersLast {
		switch possible, err := r.timersLast(events); {
		case err != nil:
			return model.Failed, "the execution cannot be repeated with its timers last: " + err.Error()
		case !possible:
			return model.AssumeBlocked, ""
		}
	}
	if text := r.race(); text != "" {
		return model.Raced, text
	}
	switch {
	case o == model.AssumeBlocked && r.livelocked():
		return r.stuck(r.unfinished())
	case o != model.Deadlocked && o != model.AssumeBlocked:
		return o, failure
	}
	waiting := r.Deadlocked()
	goroutines := slices.DeleteFunc(slices.Clone(waiting), r.hasTicked)
	if o == model.Deadlocked {
		switch len(goroutines) {
		case 0:
			return model.Complete, ""
		case len(waiting):
			return r.stuck(waiting)
		}
	}
	if !slices.ContainsFunc(r.unfinished(), r.cutOff) {
		return model.AssumeBlocked, ""
	}
	lost, err := r.outOfReach()
	switch {
	case err != nil:
		return model.Failed, err.Error()
	case len(lost) == 0:
		return model.AssumeBlocked, ""
	}
	return r.stuck(lost)
}

// cutOff reports whether t would go on, but is not followed further: it is at the bound of a loop, or a ticker. One that has
// stopped since an iteration of a loop changed nothing is not: in another execution it has read at once what it waits for, and all
// others have done the same.
func (r *replay) cutOff(t event.ThreadID) bool {
	_, round := machine.Marked(r.MarkOf(t))
	_, halted := r.Halted(t)
	return halted && round == 0 || !halted && r.hasTicked(t)
}

// hasTicked reports whether t is a ticker that has ticked as often as it may.
func (r *replay) hasTicked(t event.ThreadID) bool {
	return strings.HasPrefix(r.Statement(t), machine.NoMoreTicks)
}

// stuck is the verdict on an execution in which these goroutines never come to their ends.
func (r *replay) stuck(all []event.ThreadID) (model.Outcome, string) {
	unfinished := r.unfinished()
	o, what := model.Deadlocked, "all goroutines that are left wait for ever: "
	switch {
	case all[0] != 0 && unfinished[0] != 0:
		o, what = model.Leaked, "goroutines wait for ever though main has returned: "
	case all[0] != 0:
		o, what = model.Leaked, "goroutines wait for ever, for what those that go on cannot reach: "
	case len(all) < len(unfinished):
		what = "main waits for ever, for what goroutines that go on cannot reach: "
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

// race describes the first data race, or is "". It is not looked for again where the last execution was the same.
func (r *replay) race() string {
	for i := len(r.races.begun); i < r.Len() && r.raced == nil; i++ {
		if found, ok := r.races.push(r.Events()[i], r.deeds[i], r.stepsOf(r.deeds[i])); ok {
			r.raced = &found
		}
	}
	if r.raced == nil {
		return ""
	}
	return r.describeRace(len(r.races.begun)-1, *r.raced)
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
