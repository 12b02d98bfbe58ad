package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/trace"
)

// Printer prints executions of a program one after the other.
type Printer struct {
	W         io.Writer
	Program   program.Program
	Algorithm string // "" if the executions are from a file
	Layout    trace.Layout
	Races     bool
	JSON      bool

	printed int
}

// Execution is an execution to print.
type Execution struct {
	trace.Trace
	Number int64 // in the order of the visits; 0 if not explored

	Scheduled bool // it follows a schedule

	File        string // from which it was replayed, or ""
	Recorded    string // how it ended in File
	Differences []trace.Difference
}

func (p *Printer) Print(e Execution) error {
	layout := p.Layout
	if p.Races && e.Memory.Graphs() {
		return cli.Usagef("--races: races are of sequences, and executions are graphs under %v: --graph FILE draws how events are related", e.Memory)
	}
	if p.Races {
		layout.Races = e.Races(p.Program.Program)
	}
	if p.JSON {
		return json.NewEncoder(p.W).Encode(p.object(e, layout.Races))
	}
	if p.printed++; p.printed > 1 {
		fmt.Fprintln(p.W)
	}
	title := fmt.Sprintf("%s, %s: execution %d", p.Program, p.Algorithm, e.Number)
	if e.Number == 0 {
		title = fmt.Sprintf("%s, %s: sample %d", p.Program, p.Algorithm, p.printed)
	}
	switch {
	case e.Scheduled:
		title = fmt.Sprintf("%s, by its schedule", p.Program)
	case e.File != "":
		title = fmt.Sprintf("%s, replayed from %s", p.Program, e.File)
	}
	if p.printed == 1 {
		title += "\n" + trace.Key
		if e.Memory.Buffers() {
			title += "\n" + trace.BufferKey
		}
		if e.Memory.Graphs() {
			title += "\n" + trace.GraphKey
		}
	}
	fmt.Fprintf(p.W, "%s\n\n", table.Fold(p.W, title))
	if err := e.Draw(p.W, layout); err != nil {
		return err
	}
	if text, _ := e.Output(); text != "" {
		fmt.Fprintf(p.W, "\nprinted:\n%s\n", strings.TrimSuffix(text, "\n"))
	}
	p.differences(e)
	return nil
}

func (p *Printer) differences(e Execution) {
	if len(e.Differences) > 0 {
		fmt.Fprintf(p.W, "\n%d of %d events are not as recorded:\n", len(e.Differences), len(e.Steps))
	}
	for _, d := range e.Differences {
		fmt.Fprintf(p.W, "  %d %s: recorded %q, now %q\n", d.Event, d.Thread, d.Recorded, d.Replayed)
	}
	if now := e.Record().Ending; e.Recorded != "" && e.Recorded != now {
		fmt.Fprintf(p.W, "\nthe end is not as recorded: recorded %q, now %q\n", e.Recorded, now)
	}
}

type object struct {
	Program     string             `json:"program"`
	Params      []int              `json:"params"`
	Algorithm   string             `json:"algorithm,omitempty"`
	Number      int64              `json:"number,omitempty"`
	File        string             `json:"file,omitempty"`
	Threads     []string           `json:"threads"`
	Steps       []objectStep       `json:"steps"`
	Maximal     bool               `json:"maximal"`
	Outcome     string             `json:"outcome"`
	Failure     string             `json:"failure"`
	Stops       []objectStop       `json:"stops"`
	Differences []objectDifference `json:"differences,omitempty"`
}

type objectStep struct {
	Thread string `json:"thread"`
	Index  int32  `json:"index"`
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Place  string `json:"place,omitempty"` // in the source
	Races  []int  `json:"races,omitempty"` // positions, from 1
}

type objectStop struct {
	Thread string `json:"thread"`
	Reason string `json:"reason"`
}

type objectDifference struct {
	Event    int    `json:"event"` // from 1
	Recorded string `json:"recorded"`
	Replayed string `json:"replayed"`
}

func (p *Printer) object(e Execution, races [][]int) object {
	name, params := p.Program.Recorded()
	o := object{
		Program: name, Params: append([]int{}, params...), Algorithm: p.Algorithm,
		Number: e.Number, File: e.File,
		Threads: e.Started(), Steps: []objectStep{}, Stops: []objectStop{},
		Maximal: e.Maximal(), Outcome: e.Outcome.String(), Failure: e.Failure,
	}
	for i, step := range e.Steps {
		line := objectStep{Thread: e.Threads[step.Event.Thread], Index: step.Event.Index, Kind: step.Event.Kind.String(), Text: step.Text}
		if p.Layout.Places {
			line.Place = step.Place
		}
		if races != nil {
			for _, place := range races[i] {
				line.Races = append(line.Races, place+1)
			}
		}
		o.Steps = append(o.Steps, line)
	}
	for _, stop := range e.Stops {
		o.Stops = append(o.Stops, objectStop{e.Threads[stop.Thread], e.Reason(stop)})
	}
	for _, d := range e.Differences {
		o.Differences = append(o.Differences, objectDifference{d.Event, d.Recorded, d.Replayed})
	}
	return o
}
