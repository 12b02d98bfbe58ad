package harness

import (
	"encoding/json"
	"fmt"
	"io"

	"dporbench/harness/internal/runner"
	"dporbench/model"
	"dporbench/trace"
)

// printer prints executions of a program, one after the other.
type printer struct {
	w         io.Writer
	named     runner.Case
	program   *model.Program
	algorithm string // "" if the executions are from a file
	layout    trace.Layout
	races     bool
	asJSON    bool
	printed   int
}

// shown is an execution to print.
type shown struct {
	trace.Trace
	number int64 // in the order of the visits; 0 if it was not explored

	file        string // that it was replayed from, or ""
	recorded    string // how it ended there
	differences []trace.Difference
}

func (p *printer) print(s shown) error {
	layout := p.layout
	if p.races {
		layout.Races = s.Races(p.program)
	}
	if p.asJSON {
		return json.NewEncoder(p.w).Encode(p.object(s, layout.Races))
	}
	if p.printed++; p.printed > 1 {
		if _, err := fmt.Fprintln(p.w); err != nil {
			return err
		}
	}
	title := fmt.Sprintf("%s, %s: execution %d", p.named, p.algorithm, s.number)
	if s.file != "" {
		title = fmt.Sprintf("%s, replayed from %s", p.named, s.file)
	}
	if p.printed == 1 {
		title += "\n" + trace.Key
	}
	if _, err := fmt.Fprintf(p.w, "%s\n\n", title); err != nil {
		return err
	}
	if err := s.Draw(p.w, layout); err != nil {
		return err
	}
	return p.compare(s)
}

// compare prints where a replay is not what was recorded.
func (p *printer) compare(s shown) error {
	if len(s.differences) > 0 {
		if _, err := fmt.Fprintf(p.w, "\n%d of %d events are not as recorded:\n", len(s.differences), len(s.Steps)); err != nil {
			return err
		}
	}
	for _, d := range s.differences {
		if _, err := fmt.Fprintf(p.w, "  %d %s: recorded %q, now %q\n", d.Event, d.Thread, d.Recorded, d.Replayed); err != nil {
			return err
		}
	}
	if now := s.Record().Ending; s.recorded != "" && s.recorded != now {
		_, err := fmt.Fprintf(p.w, "\nthe end is not as recorded: recorded %q, now %q\n", s.recorded, now)
		return err
	}
	return nil
}

// object is an execution for machines.
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

func (p *printer) object(s shown, races [][]int) object {
	o := object{
		Program: p.named.Benchmark, Params: append([]int{}, p.named.Params...), Algorithm: p.algorithm,
		Number: s.number, File: s.file,
		Threads: s.Started(), Steps: []objectStep{}, Stops: []objectStop{},
		Maximal: s.Maximal(), Outcome: s.Outcome.String(), Failure: s.Failure,
	}
	for i, step := range s.Steps {
		e := step.Event
		line := objectStep{Thread: s.Threads[e.Thread], Index: e.Index, Kind: e.Kind.String(), Text: step.Text}
		if races != nil {
			for _, place := range races[i] {
				line.Races = append(line.Races, place+1)
			}
		}
		o.Steps = append(o.Steps, line)
	}
	for _, stop := range s.Stops {
		o.Stops = append(o.Stops, objectStop{s.Threads[stop.Thread], s.Reason(stop)})
	}
	for _, d := range s.differences {
		o.Differences = append(o.Differences, objectDifference{d.Event, d.Recorded, d.Replayed})
	}
	return o
}
