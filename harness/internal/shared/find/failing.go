package find

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/model"
	"dporbench/results"
	"dporbench/trace"
)

// failureLines is how many events are shown by default, the last ones.
const failureLines = 30

// Failing shows the end of an execution that was found for its outcome, and the command line that shows all of it, with program as the
// name of the command.
func Failing(w io.Writer, program string, f *Found) error {
	which := fmt.Sprintf("execution %d of %s", f.Number, f.Algorithm.Name)
	if f.Easiest != nil {
		which = f.Easiest.text(which, f.Trace.Outcome)
	} else {
		which += " is the first that " + f.Trace.Outcome.Verb(1)
	}
	fmt.Fprintf(w, "\n%s:\n\n", which)
	places := slices.ContainsFunc(f.Trace.Steps, func(s trace.Step) bool { return s.Place != "" })
	if err := f.Trace.Draw(w, trace.Layout{Width: terminal.Width(w), Last: failureLines, Places: places}); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nto see all of it:\n  %s\n", commandLine(program, f))
	return err
}

func commandLine(command string, f *Found) string {
	usual := explore.Defaults()
	words := []string{command, "trace", f.Program.Quoted(), "--algo", f.Algorithm.Name}
	if f.Order != usual.Order {
		words = append(words, "--order", f.Order.String())
	}
	if f.Order == algos.RandomThread {
		words = append(words, fmt.Sprintf("--seed %d", f.Seed))
	}
	if f.Memory != usual.Memory {
		words = append(words, "--memory", f.Memory.String())
	}
	if f.Time != usual.Time {
		words = append(words, "--timeout", value.FormatDuration(f.Time))
	}
	if f.MemLimit != usual.MemLimit {
		words = append(words, "--mem-limit", value.FormatSize(f.MemLimit))
	}
	if f.MaxSteps != usual.MaxSteps {
		words = append(words, fmt.Sprintf("--max-steps %d", f.MaxSteps))
	}
	words = append(words, fmt.Sprintf("--execution %d", f.Number))
	if f.Easiest != nil && f.Easiest.Events == 0 {
		words = append(words, "--fewest-preemptions")
	}
	return strings.Join(words, " ")
}

// Cell is a cell as JSON, with a field for the execution shown for each outcome of a failure.
type Cell struct {
	results.Cell
	Program string // name of the command
	Failing []*Found
	Races   []*Race
}

var fields = map[string]string{
	model.Failed.String(): "failure", model.Deadlocked.String(): "deadlock", model.Leaked.String(): "leak", model.Raced.String(): "race",
	model.NotLinearizable.String(): "history", model.Starved.String(): "starvation", model.Livelocked.String(): "livelock",
}

// MarshalJSON writes the cell and its executions, each with its message and the names
// of the threads of its events.
func (c Cell) MarshalJSON() ([]byte, error) {
	cell, err := json.Marshal(c.Cell)
	if err != nil {
		return nil, err
	}
	for _, f := range c.Failing {
		var schedule []string
		for _, e := range f.Trace.Record().Events {
			schedule = append(schedule, e.Thread)
		}
		failing, err := json.Marshal(struct {
			Message   string   `json:"message"`
			Execution int64    `json:"execution"`
			Schedule  []string `json:"schedule"`
			Command   string   `json:"command"`
		}{cmp.Or(f.Trace.Failure, f.Trace.Report), f.Number, schedule, commandLine(c.Program, f)})
		if err != nil {
			return nil, err
		}
		field := fmt.Sprintf(`,%q:`, fields[f.First])
		cell = slices.Concat(cell[:len(cell)-1], []byte(field), failing, []byte("}"))
	}
	if len(c.Races) > 0 {
		races, err := json.Marshal(c.Races)
		if err != nil {
			return nil, err
		}
		cell = slices.Concat(cell[:len(cell)-1], []byte(`,"races":`), races, []byte("}"))
	}
	return cell, nil
}
