package run

import (
	"fmt"
	"io"

	"dporbench/frontends/litmus"
)

// drawHistogram shows the final states of a litmus test in herd's format.
func drawHistogram(w io.Writer, h *litmus.Histogram) {
	fmt.Fprintf(w, "\nTest %s %s\nStates %d\n", h.Name, h.Condition.Kind(), len(h.States))
	for _, s := range h.States {
		mark := ':'
		if s.Holds {
			mark = '*'
		}
		fmt.Fprintf(w, "%-8d%c>%s\n", s.Executions, mark, s.Text)
	}
	verdict := "No"
	if h.OK() {
		verdict = "Ok"
	}
	positive, negative := h.Witnesses()
	fmt.Fprintf(w, "%s\nWitnesses\nPositive: %d Negative: %d\nCondition %v\nObservation %s %s %d %d\n",
		verdict, positive, negative, h.Condition, h.Name, h.Observation(), h.Positive, h.Negative)
	if h.Incomplete > 0 {
		fmt.Fprintf(w, "%d executions are not complete, and have no final state\n", h.Incomplete)
	}
}
