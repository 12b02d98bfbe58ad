package decide

import (
	"fmt"
	"io"
	"strings"
	"time"

	"dporbench/algos/states"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/trace"
)

// write prints the answer.
func (a *answer) write(w io.Writer, p program.Program, m memory.Model) error {
	fmt.Fprintf(w, "%s: %s\n\n", p, a.verdict(p))
	for _, line := range a.figures() {
		fmt.Fprintf(w, "  %-12s  %s\n", line[0], line[1])
	}
	for _, o := range flags.Failures() {
		if e := a.outcomes[o]; e != nil {
			if err := writeExecution(w, p, m, o, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// verdict is the answer in a line.
func (a *answer) verdict(p program.Program) string {
	var found []string
	for _, o := range flags.Failures() {
		if e := a.outcomes[o]; e != nil {
			found = append(found, fmt.Sprintf("%s%s", o, inBrackets(e.first.Failure)))
		}
	}
	text := strings.Join(found, "; ")
	switch {
	case a.Result.Unknown != "" && text == "":
		return "unknown: " + a.Result.Unknown
	case a.Result.Unknown != "":
		return text + "; what else is unknown: " + a.Result.Unknown
	case text == "" && a.outcomes[model.AssumeBlocked] != nil && a.outcomes[model.Complete] == nil:
		text = "all executions stop at an assume"
	case text == "":
		text = "nothing fails, and no execution gets stuck"
	}
	return text + a.reservations(p)
}

// reservations lists the questions that the answer leaves open.
func (a *answer) reservations(p program.Program) (text string) {
	declared := (*front.Program)(p.Program)
	if len(declared.Bounds()) > 0 {
		text += "; loops are bounded, at " + strings.Join(declared.Bounds(), ", ")
	}
	if declared.LeavesOutTicks() {
		text += "; tickers tick a bounded number of times"
	}
	if declared.HasOrders() {
		text += "; ranges over maps have one order"
	}
	if declared.HasSamples() {
		text += "; random numbers are samples"
	}
	text += a.Result.Doubt.String()
	return text
}

func inBrackets(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// figures are the lines of the table.
func (a *answer) figures() [][2]string {
	how := "all threads continue each state"
	if a.Reduced {
		how = "by persistent sets, of " + table.Plural(a.Result.Passes, "pass", "passes")
	}
	if a.Cyclic {
		how = "some of them in cycles"
	}
	classes := "unknown: " + a.Counted.Unknown
	if a.Classes != nil {
		classes = fmt.Sprintf("exactly %s, of %s nodes", table.Digits(a.Classes.String()), table.Count(a.Nodes)) + a.Counted.Doubt.String()
	}
	took := rounded(a.decided)
	if a.counted > 0 {
		took += ", and " + rounded(a.counted) + " to count"
	}
	return [][2]string{
		{"states", table.Count(a.States) + ", " + how},
		{"transitions", table.Count(a.Transitions)},
		{"final states", table.Count(a.Finals)},
		{"classes", classes},
		{"time", took},
	}
}

func rounded(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

// writeExecution shows an execution, and the command that repeats it.
func writeExecution(w io.Writer, p program.Program, m memory.Model, o model.Outcome, of *ending) error {
	e, events := of.first, of.first.Events
	maximal := false
	if e.Repeats == 0 {
		var longer []event.Event
		if longer, maximal = states.Extend(p.Program, m, events); maximal {
			events = longer
		}
	}
	which := "an execution"
	if of.shortest {
		which = "a shortest execution"
	}
	title := fmt.Sprintf("%s that is %s%s", which, o, inBrackets(e.Failure))
	switch {
	case e.Repeats > 0:
		title = fmt.Sprintf("an execution whose last %s may be repeated forever, though each thread that can move does", table.Plural(e.Repeats, "event", "events"))
	case o == model.Livelocked && !e.Final:
		title = "an execution after which the program cannot end"
	}
	fmt.Fprintf(w, "\n%s:\n\n", title)
	t, err := trace.Of(p.Program, m, events)
	if err != nil {
		_, err = fmt.Fprintf(w, "  %d events, which other commands do not repeat: %v\n", len(events), err)
		return err
	}
	if len(t.Steps) <= mostShown {
		if err := t.Draw(w, trace.Layout{Width: terminal.Width(w), Places: true}); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(w, "  %s events\n", table.Count(int64(len(t.Steps))))
	}
	if m.Buffers() || !maximal { // there are no schedules with flushes
		return nil
	}
	schedule, err := t.Schedule(p.Program)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nto repeat it: dporbench trace %s --schedule %s\n", p.Quoted(), schedule)
	return err
}

// mostShown bounds the events of an execution that is drawn.
const mostShown = 200
