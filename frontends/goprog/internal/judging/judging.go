// Package judging judges executions of Go programs: whether they have data races by Go's memory model, loop forever, or leave
// goroutines that wait forever.
package judging

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/guarded"
	exec "dporbench/model/machine"
)

// Judges are the [front.Verdict] on the executions of a generation, any number at a time.
type Judges struct {
	g    *machine.Generation
	idle [2]exec.Idle[*replay] // stopping and continuing

	followed numbers // by the followers
}

// Loops that only repeat themselves stop on some replays, as in explorations, and continue on others, as in searches of states.
const (
	stopping = iota
	continuing
)

// New returns the judges of a generation.
func New(g *machine.Generation) *Judges { return &Judges{g: g} }

// Release closes idle replays.
func (j *Judges) Release() {
	for i := range j.idle {
		j.idle[i].Close()
	}
}

// MayRace implements [front.Racing]. A send races with a close alone, and a Wait with an Add, so one of the two suffices.
func (j *Judges) MayRace(mark int32) bool {
	switch effect := machine.Effect(mark); effect {
	case machine.PlainRead, machine.PlainWrite:
		return true
	default:
		return slices.ContainsFunc(j.g.Effects.Ops(effect), func(op guarded.SyncOp) bool {
			return op.Kind == guarded.Close || op.Kind == guarded.FirstAdd
		})
	}
}

// TakesGraphs returns false: atomics of Go are sequentially consistent.
func (j *Judges) TakesGraphs() bool { return false }

// FastPath returns the fast path of one exploration. It remembers the last execution.
func (j *Judges) FastPath() front.FastPath {
	d := newDetector(j.g)
	return func(r front.Run, unchanged int, o front.Outcome) bool {
		d.takeBack(unchanged)
		switch {
		case o.IsStuck() || d.race(r) || j.g.TimersLast && j.g.Model.LeavesOutTicks():
			return false
		case o == front.AssumeBlocked:
			return !cutOff(r) && !j.g.Model.HasTimers()
		}
		return true
	}
}

// Decide decides how an execution ends; see [front.Verdict].
func (j *Judges) Decide(events []event.Event, o front.Outcome, failure string) (verdict front.Outcome, report string) {
	for i := range j.idle {
		r, err := j.take(i)
		if err != nil {
			return front.Failed, err.Error()
		}
		if _, err = r.Run(events); err == nil {
			defer j.idle[i].Put(r)
			return r.judge(events, o, failure)
		}
		j.idle[i].Put(r)
		report = "the execution cannot be repeated: " + err.Error()
	}
	return front.Failed, report
}

// replay runs executions again to say more about them.
type replay struct {
	*exec.Replay
	g        *machine.Generation
	watch    *exec.Watch
	detector detector
}

// take returns an idle replay of either kind, or a new one.
func (j *Judges) take(which int) (*replay, error) {
	return j.idle[which].Take(func() (*replay, error) { return j.newReplay(which == continuing) })
}

func (j *Judges) newReplay(continues bool) (*replay, error) {
	r, err := exec.NewReplay((*model.Program)(j.g.Model), behaviour.Limits{Places: true, Marks: true, Locals: continues})
	if err != nil {
		return nil, err
	}
	return &replay{Replay: r, g: j.g, watch: r.Watch(), detector: newDetector(j.g)}, nil
}

func (r *replay) judge(events []event.Event, o front.Outcome, failure string) (front.Outcome, string) {
	if r.detector.takeBack(r.watch.Unchanged()); r.detector.race(r) {
		return front.Raced, r.describeRace()
	}
	waiting := slices.DeleteFunc(r.Deadlocked(), r.isOfNobody)
	ticks, cut := r.g.Ticking(r.value)
	if o.IsStuck() && slices.ContainsFunc(waiting, func(t event.ThreadID) bool { return r.polls(t) && !r.repeatsForever(t, events) }) {
		return front.AssumeBlocked, ""
	}
	if o == front.Livelocked && len(waiting) < len(r.unfinished()) { // a goroutine spins
		if !ticks {
			return r.stuck(r.unfinished())
		}
		o = front.AssumeBlocked
	}
	switch {
	case o == front.Failed:
		return o, failure
	case cut && !ticks:
		return front.AssumeBlocked, ""
	case !o.IsStuck() && o != front.AssumeBlocked:
		return o, failure
	case o.IsStuck() && len(waiting) == 0:
		return front.Complete, ""
	case o.IsStuck() && !ticks:
		return r.stuck(waiting)
	case !cutOff(r) && !ticks:
		return front.AssumeBlocked, ""
	}
	lost, err := r.outOfReach()
	switch {
	case err != nil:
		return front.Failed, err.Error()
	case len(lost) > 0:
		return r.stuck(lost)
	case o.IsStuck() && !cut && r.g.TimersLast && waiting[0] != 0:
		return front.Complete, "" // only ticks are still to come, after the end of main
	}
	return front.AssumeBlocked, ""
}

// cutOff reports whether a goroutine that could continue was stopped at the bound of a loop. One that
// stopped because an iteration of a loop changed nothing does not count: in another execution it reads at once what it waits for, and all
// others do the same.
func cutOff(r front.Run) bool {
	for t := range event.ThreadID(r.Threads()) {
		if r.AssumeBlocked(t) {
			return true
		}
	}
	return false
}

// isOfNobody reports whether t waits, and belongs to nobody: a timer, or a goroutine that relays signals or finds objects. A cleanup is one even while it runs.
func (r *replay) isOfNobody(t event.ThreadID) bool {
	statement := r.Statement(t)
	return strings.HasSuffix(statement, machine.TimerFires) || strings.HasPrefix(statement, machine.SignalComes) || strings.HasSuffix(statement, machine.Unreachable) || r.watchOf(t) != nil
}

// watchOf returns the cleanup or the finalizer that t is, or nil.
func (r *replay) watchOf(t event.ThreadID) *machine.Watch {
	if !r.g.Cleans() {
		return nil
	}
	revealed, _ := r.Revealed(t)
	if h, ok := revealed.(*machine.Held); ok {
		return h.Watch
	}
	return nil
}

// value returns what a variable holds at the end of the execution.
func (r *replay) value(x front.Var) (int64, bool) { return valueIn(r, x) }

// valueIn returns the value of a variable in a state; ok is false if no event has been on it.
func valueIn(s front.State, x front.Var) (word int64, ok bool) {
	if !s.HasSeen(x.Number()) {
		return 0, false
	}
	return s.Value(x.Number()), true
}

// unfinished returns the goroutines that have not ended.
func (r *replay) unfinished() (all []event.ThreadID) {
	for t := range event.ThreadID(r.Threads()) {
		_, halted := r.Halted(t)
		if _, more := r.Next(t); halted || more && !r.isOfNobody(t) {
			all = append(all, t)
		}
	}
	return all
}

// stuck returns the verdict on an execution in which these goroutines never end. It is deadlocked where the runtime would say so,
// whether others have ended or not; a goroutine that starves is called a leak.
func (r *replay) stuck(all []event.ThreadID) (front.Outcome, string) {
	unfinished := r.unfinished()
	o, what := front.Deadlocked, "all goroutines that are left wait forever: "
	switch {
	case all[0] != 0 && unfinished[0] != 0:
		o, what = front.Leaked, "goroutines wait forever though main has returned: "
	case all[0] != 0:
		o, what = front.Leaked, "goroutines wait forever, for something that no goroutine that goes on can reach: "
	case len(all) < len(unfinished):
		what = "main waits forever, for something that no goroutine that goes on can reach: "
	case slices.ContainsFunc(all, r.isInLoop):
		o, what = front.Livelocked, "all goroutines that are left wait forever, or go round loops: "
	}
	lines := make([]string, len(all))
	for i, t := range all {
		if r.isInLoop(t) {
			lines[i] = fmt.Sprintf("%s goes round the loop at %s", r.describe(t), r.NextPlace(t))
		} else {
			lines[i] = fmt.Sprintf("%s waits at %s (%s)", r.describe(t), r.NextPlace(t), r.Statement(t))
		}
	}
	return o, what + strings.Join(lines, "; ") + r.describeWatches()
}

// describeWatches describes the cleanups and finalizers that have not run.
func (r *replay) describeWatches() (text string) {
	for t := range event.ThreadID(r.Threads()) {
		if _, more := r.Next(t); !more {
			continue
		}
		if w := r.watchOf(t); w != nil && !w.Begun && !w.Weak {
			text += fmt.Sprintf("; the %s set at %s has not run, since it has been stopped, or its object is still reached", w.Kind(), w.Place)
		}
	}
	return text
}

// isInLoop reports whether t, which never ends, loops.
func (r *replay) isInLoop(t event.ThreadID) bool {
	_, halted := r.Halted(t)
	return halted || r.GoesRound(t) || r.polls(t)
}

// polls reports whether t waits for time to pass to repeat an iteration that has changed nothing.
func (r *replay) polls(t event.ThreadID) bool { return r.Statement(t) == machine.Repeats }

// repeatsForever reports whether nothing that the last iteration of t has accessed has been written by others since.
func (r *replay) repeatsForever(t event.ThreadID, events []event.Event) bool {
	revealed, err := r.Revealed(t)
	h, ok := revealed.(*machine.Held)
	if err != nil || !ok {
		return false
	}
	written, left := map[int32]bool{}, h.Polls
	isClock := r.clock()
	for i := len(events) - 1; i >= 0 && left > 0; i-- {
		switch e := &events[i]; {
		case e.Thread == t && (!e.Kind.OnVariable() || written[e.Object] && !isClock[e.Object]):
			return false // what a sleep sets and waits for does not count
		case e.Thread == t:
			left--
		case e.Kind.Writes():
			written[e.Object] = true
		}
	}
	return left == 0
}

// clock returns the variables of the clock.
func (r *replay) clock() map[int32]bool {
	all := map[int32]bool{}
	for _, rec := range []*memory.Record{r.g.Clock(), r.g.Reached()} {
		if x, ok := rec.Variable(0); ok {
			all[x.Number()] = true
		}
	}
	return all
}

// describe names a thread's goroutine.
func (r *replay) describe(t event.ThreadID) string {
	for i, e := range r.Events() {
		if e.Kind == event.Spawn && e.Object == int32(t) {
			return "goroutine " + strconv.Itoa(int(t)) + ", started at " + r.PlaceAt(i) + ","
		}
	}
	return "main"
}
