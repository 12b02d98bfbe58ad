package trace

import (
	"fmt"
	"strings"

	"dporbench/model"
)

// Ending tells in words how the execution ended: a line for its outcome, and one
// for each thread that stopped for another reason.
func (t Trace) Ending() string {
	var b strings.Builder
	switch {
	case !t.Maximal():
		b.WriteString("not at its end\n")
	case t.Outcome == model.Failed:
		fmt.Fprintf(&b, "failed: %s\n", plain(t.Failure))
	default:
		fmt.Fprintf(&b, "%v\n", t.Outcome)
	}
	told := t.Failure
	for _, s := range t.Stops {
		if s.Why == Failed && t.Threads[s.Thread]+": "+s.Text == told {
			continue // the first line says so
		}
		fmt.Fprintf(&b, "  %s %s\n", plain(t.Threads[s.Thread]), t.Reason(s))
	}
	return b.String()
}

// Reason says in words why a thread stopped.
func (t Trace) Reason(s Stop) string {
	switch s.Why {
	case Failed:
		return "failed: " + plain(s.Text)
	case AssumeFalse:
		return "stopped at a false assume"
	case Ready:
		return "could continue with " + plain(s.Text)
	}
	reason := "waits at " + plain(s.Text)
	if t.Maximal() {
		reason = "waits forever at " + plain(s.Text)
	}
	switch s.Holder {
	case model.NoThread:
		return reason
	case s.Thread:
		return reason + ", held by itself"
	}
	return reason + ", held by " + plain(t.Threads[s.Holder])
}

// brief says it in few words.
func (s Stop) brief() string {
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
