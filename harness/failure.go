package harness

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/harness/internal/runner"
	"dporbench/model"
	"dporbench/results"
	"dporbench/trace"
)

// failureLines is how many events of an execution that failed are shown
// unasked, the last ones.
const failureLines = 30

// failure is the first execution of an exploration that failed.
type failure struct {
	exploring // by the first of the algorithms
	named     runner.Case
	number    int64 // in the order of the visits
	trace     trace.Trace
}

// failureOf finds the first failed execution of a cell, or returns nil if it has
// none. What was measured has kept no execution, so as to be disturbed by
// nothing: the failed one is found by exploring up to it again.
func (s session) failureOf(ctx context.Context, c results.Cell, named runner.Case, p *model.Program) *failure {
	row := c.Median()
	if row.Status != results.OK || row.Failed == 0 || ctx.Err() != nil {
		return nil
	}
	f := failure{exploring: s.flags.exploring, named: named}
	f.algorithms = []string{row.Algorithm}
	err := selection{exploring: f.exploring, first: model.Failed.String()}.explore(ctx, named, p,
		func(number int64, e *model.Execution) (err error) {
			f.number = number
			f.trace, err = trace.Of(p, e.Events())
			return err
		})
	if err != nil {
		s.note("the execution that failed: %v", err)
		return nil
	}
	return &f
}

// showFailure shows the failed execution of the first cell that has one.
func showFailure(w io.Writer, cells []results.Cell, failureOf func(results.Cell) *failure) error {
	for _, c := range cells {
		if f := failureOf(c); f != nil {
			return f.write(w)
		}
	}
	return nil
}

// write shows the end of the execution, and the command that shows all of it.
func (f *failure) write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "\nexecution %d of %s is the first that failed:\n\n", f.number, f.algorithms[0]); err != nil {
		return err
	}
	if err := f.trace.Draw(w, trace.Layout{Width: widthOf(w), Last: failureLines}); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nall of it is shown by\n  %s\n", f.command())
	return err
}

// command is the command line that shows the execution.
func (f *failure) command() string {
	usual := defaultExploring()
	words := []string{"dporbench", "trace", f.named.String(), "--algo", f.algorithms[0]}
	if f.order != usual.order {
		words = append(words, "--order", f.order.String())
	}
	if f.order == algos.RandomThread {
		words = append(words, fmt.Sprintf("--seed %d", f.seed))
	}
	if f.timeout != usual.timeout {
		words = append(words, "--timeout", formatDuration(f.timeout))
	}
	if f.memLimit != usual.memLimit {
		words = append(words, "--mem-limit", sizeValue(&f.memLimit).String())
	}
	return strings.Join(append(words, fmt.Sprintf("--execution %d", f.number)), " ")
}

// MarshalJSON writes the message, and the execution as the names of the threads
// that do its events.
func (f *failure) MarshalJSON() ([]byte, error) {
	recording := f.trace.Record()
	schedule := make([]string, len(recording.Events))
	for i, e := range recording.Events {
		schedule[i] = e.Thread
	}
	return json.Marshal(struct {
		Message   string   `json:"message"`
		Execution int64    `json:"execution"`
		Schedule  []string `json:"schedule"`
		Command   string   `json:"command"`
	}{f.trace.Failure, f.number, schedule, f.command()})
}

// cellWithFailure is a cell as JSON, with a field for its failure if it has one.
type cellWithFailure struct {
	results.Cell
	failure *failure
}

func (c cellWithFailure) MarshalJSON() ([]byte, error) {
	cell, err := json.Marshal(c.Cell)
	if err != nil || c.failure == nil {
		return cell, err
	}
	failure, err := json.Marshal(c.failure)
	if err != nil {
		return nil, err
	}
	return slices.Concat(cell[:len(cell)-1], []byte(`,"failure":`), failure, []byte("}")), nil
}
