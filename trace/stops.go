package trace

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
)

func (r *replay) stops() []Stop {
	var stops []Stop
	if r.memory.Buffers() {
		r.nameBuffers()
	}
	for t := range event.ThreadID(len(r.names)) {
		if number, started := r.numbers[t]; started {
			if s, ok := r.stop(t, number); ok {
				stops = append(stops, s)
			}
		}
	}
	return stops
}

// stop says where thread t, with that number in the machine, is; ok is false if it is at the
// end of its body.
func (r *replay) stop(t, number event.ThreadID) (s Stop, ok bool) {
	s = Stop{Thread: t, Holder: event.NoThread, Place: r.NextPlace(number)}
	s.Round = r.GoesRound(number)
	if failure, halted := r.Halted(number); halted {
		if s.Why, s.Text = Failed, failure; failure == "" {
			s.Why = AssumeFalse
		}
		return s, true
	}
	next, ok := r.Next(number)
	if !ok {
		return s, false
	}
	if next.Kind == event.Join {
		next.Object = int32(r.traced(event.ThreadID(next.Object)))
	}
	s.Why, s.Text = Ready, r.statement(number, next)
	if next.Kind == event.Choice {
		s.Values = r.Values(number)
	}
	if !r.Enabled(number) {
		s.Why = Blocked
	}
	if mutex, waits := r.WaitsForLock(number); waits {
		s.Holder = r.holder(mutex)
	}
	return s, true
}

// traced returns the number in the trace of a thread that the machine has started.
func (r *replay) traced(number event.ThreadID) event.ThreadID {
	for t, n := range r.numbers {
		if n == number {
			return t
		}
	}
	return event.NoThread
}

// holder returns the thread that holds a mutex that is not free: the one that locked it last.
func (r *replay) holder(mutex int32) event.ThreadID {
	for _, s := range slices.Backward(r.steps) {
		if s.Event.Kind == event.Lock && s.Event.Object == mutex {
			return s.Event.Thread
		}
	}
	return event.NoThread
}

// Ending describes how the execution ended: a line for its outcome, and one
// for each thread that stopped for another reason.
func (t Trace) Ending() string {
	var b strings.Builder
	switch {
	case !t.Maximal():
		b.WriteString("not at its end\n")
	case t.Report != "":
		what, lines, _ := strings.Cut(t.Report, ": ")
		fmt.Fprintf(&b, "%v: %s\n", t.Outcome, plain(what))
		for line := range strings.SplitSeq(lines, "; ") {
			fmt.Fprintf(&b, "  %s\n", plain(line))
		}
		return b.String()
	case t.Outcome == model.Failed:
		fmt.Fprintf(&b, "failed: %s\n", plain(t.Failure))
	default:
		fmt.Fprintf(&b, "%v\n", t.Outcome)
	}
	for _, s := range t.Stops {
		if s.Why == Failed && t.Threads[s.Thread]+": "+s.Text == t.Failure {
			continue // the first line says so
		}
		fmt.Fprintf(&b, "  %s %s\n", plain(t.Threads[s.Thread]), t.Reason(s))
	}
	return b.String()
}

// Reason returns, in words, why a thread stopped.
func (t Trace) Reason(s Stop) string {
	switch s.Why {
	case Failed:
		return "failed: " + plain(s.Text)
	case AssumeFalse:
		switch {
		case t.Outcome.IsStuck() && s.Round:
			return "goes round a loop forever" + s.at()
		case t.Outcome.IsStuck():
			return "waits forever in the next iteration of a loop, for a mutex" + s.at()
		}
		return "stopped at a false assume"
	case Ready:
		return "could continue with " + plain(s.Text)
	}
	reason := "waits at " + plain(s.Text)
	switch {
	case t.Outcome.IsStuck() && s.Round:
		reason = "goes round a loop forever at " + plain(s.Text)
	case t.Maximal():
		reason = "waits forever at " + plain(s.Text)
	}
	switch s.Holder {
	case event.NoThread:
	case s.Thread:
		reason += ", held by itself"
	default:
		reason += ", held by " + plain(t.Threads[s.Holder])
	}
	return reason + s.at()
}

// at returns the place, in brackets.
func (s Stop) at() string {
	if s.Place == "" {
		return ""
	}
	return " (" + s.Place + ")"
}

// Brief is the stop as a drawing shows it, as in "✗ failed" and "⊣ lock l".
func (s Stop) Brief() string {
	switch s.Why {
	case Failed:
		return "✗ failed"
	case AssumeFalse:
		return "✗ assume"
	case Ready:
		return "… " + plain(s.Text)
	}
	return "⊣ " + plain(s.Text)
}
