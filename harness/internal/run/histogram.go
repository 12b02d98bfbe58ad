package run

import (
	"fmt"
	"io"
	"strings"

	"dporbench/litmus"
)

// drawHistogram shows the final states of a litmus test in the manner of herd.
func drawHistogram(w io.Writer, h *litmus.Histogram) error {
	var text strings.Builder
	fmt.Fprintf(&text, "\nTest %s %s\nStates %d\n", h.Name, h.Condition.Kind(), len(h.States))
	for _, s := range h.States {
		mark := ':'
		if s.Holds {
			mark = '*'
		}
		fmt.Fprintf(&text, "%-8d%c>%s\n", s.Executions, mark, s.Text)
	}
	verdict := "No"
	if h.OK() {
		verdict = "Ok"
	}
	positive, negative := h.Witnesses()
	fmt.Fprintf(&text, "%s\nWitnesses\nPositive: %d Negative: %d\nCondition %v\nObservation %s %s %d %d\n",
		verdict, positive, negative, h.Condition, h.Name, h.Observation(), h.Positive, h.Negative)
	if h.Incomplete > 0 {
		fmt.Fprintf(&text, "%d executions are not complete, and have no final state\n", h.Incomplete)
	}
	_, err := io.WriteString(w, text.String())
	return err
}
