package trace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
)

// Replay runs p along the recording, thread by thread, and returns the new trace,
// with threads numbered as in a [machine.Machine], and its differences from
// the recording. p may be a different program from the recorded one, as long as it
// has threads of these names that can run in this order; if not, the error is a
// [MisfitError], and the trace ends before the misfit.
func (r Recording) Replay(p *model.Program) (Trace, []Difference, error) {
	run, err := newReplay(p, r.Memory, len(r.Events))
	if err != nil {
		return Trace{}, nil, err
	}
	defer run.Close()
	for i, e := range r.Events {
		if err := run.repeat(e); err != nil {
			if misfit, ok := err.(*MisfitError); ok {
				misfit.Event, misfit.Line = i+1, e.line
			}
			return run.trace(), r.differences(run.steps), err
		}
	}
	return run.trace(), r.differences(run.steps), nil
}

// Difference is an event that differs from the recorded one, by the same thread.
type Difference struct {
	Event    int // counted from 1
	Thread   string
	Recorded string
	Replayed string
}

func (r Recording) differences(steps []Step) []Difference {
	var all []Difference
	for i, s := range steps {
		if e := r.Events[i]; e.Text != "" && e.Text != s.Text {
			all = append(all, Difference{i + 1, e.Thread, e.Text, s.Text})
		}
	}
	return all
}

// MisfitError reports the place where a program cannot continue as recorded.
type MisfitError struct {
	Event    int // counted from 1
	Line     int // of the file; 0 if the recording is from none
	Thread   string
	Recorded string // the recorded operation, or "" if not known
	Now      string // why it cannot do anything now, as in "it waits at lock l"
	Unknown  bool   // no thread of this name, or number, has been started
}

func (e *MisfitError) Error() string {
	place := fmt.Sprintf("event %d", e.Event)
	if e.Line > 0 {
		place += fmt.Sprintf(" (line %d)", e.Line)
	}
	recorded := ""
	if e.Recorded != "" {
		recorded = fmt.Sprintf(", recorded as %q", plain(e.Recorded))
	}
	return fmt.Sprintf("%s: thread %s%s: %s", place, plain(e.Thread), recorded, e.Now)
}

// repeat does whatever comes next in the thread of e, given by its name or its number from
// 1.
func (r *replay) repeat(e Recorded) error {
	misfit := &MisfitError{Thread: e.Thread, Recorded: e.Text}
	t := event.ThreadID(slices.Index(r.names, e.Thread))
	if n, err := strconv.Atoi(e.Thread); err == nil && t < 0 {
		t = event.ThreadID(n - 1)
	}
	if e.number > 0 {
		t = event.ThreadID(e.number - 1)
		misfit.Thread = r.nameOf(t)
	}
	if r.memory.Buffers() {
		r.nameBuffers()
		t = max(t, event.ThreadID(slices.Index(r.names, e.Thread)))
	}
	number, started := r.numbers[t]
	if !started {
		misfit.Unknown = true
		misfit.Now = "there is no such thread now, only " + strings.Join(r.trace().Started(), ", ")
		return misfit
	}
	if misfit.Now = r.otherChoice(number, e); misfit.Now != "" {
		return misfit
	}
	r.Choose(r.recordedChoice(number, e))
	if next, ok := r.Next(number); ok {
		last := r.inTrace(t, next)
		e := r.referAsRecorded(number, last, e.Text)
		if r.Enabled(number) {
			return r.do(number, e, e.Access == last.Access)
		}
	}
	misfit.Now = "it has ended"
	if s, ok := r.stop(t, number); ok {
		misfit.Now = "it " + r.trace().Reason(s)
	}
	return misfit
}

// otherChoice says how thread t of the machine differs from a schedule, which has each choice; "" if it does not.
func (r *replay) otherChoice(t event.ThreadID, e Recorded) string {
	next, ok := r.Next(t)
	chooses := ok && next.Kind == event.Choice
	switch {
	case e.number == 0 || !chooses && e.choice == nil:
		return ""
	case !chooses:
		return "it does not choose"
	case e.choice == nil:
		return "it chooses"
	case *e.choice >= r.Values(t):
		return fmt.Sprintf("it chooses one of %d values", r.Values(t))
	}
	return ""
}

// nameOf returns the name of a thread, or its number from 1 if it has none.
func (r *replay) nameOf(t event.ThreadID) string {
	if int(t) < len(r.names) {
		return r.names[t]
	}
	return strconv.Itoa(int(t) + 1)
}

// inTrace returns an event of the machine in the numbers of the trace, in which its thread is t.
// The numbers differ only for buffers.
func (r *replay) inTrace(t event.ThreadID, e event.Event) event.Event {
	e.Thread = t
	switch {
	case e.IsFlush():
		e.Partner = r.traced(e.Issuer()) + 1
	case e.ReadsOwn():
		e.Partner = r.traced(e.Flusher()) + 1
	}
	return e
}

// recordedChoice returns the value that thread t of the machine chose according to e, if it is
// at a choice with such a value; else 0.
func (r *replay) recordedChoice(t event.ThreadID, e Recorded) int32 {
	_, result, _ := strings.Cut(e.Text, " → ")
	value, err := strconv.ParseInt(result, 10, 32)
	if e.choice != nil {
		value, err = int64(*e.choice), nil
	}
	if err != nil || value < 0 || value >= int64(r.Values(t)) {
		return 0
	}
	return int32(value)
}
