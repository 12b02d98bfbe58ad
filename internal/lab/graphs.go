package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/internal/tree/graph"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// mostPictures is how many executions that are graphs are drawn together.
const mostPictures = 24

// loadSequences is Load for views of sequences of events.
func (x Experiment) loadSequences() (*model.Program, memory.Model, error) {
	p, m, err := x.Load()
	if err == nil && m.Graphs() {
		err = fmt.Errorf("executions are graphs under %v, and not one sequence of events: the tab “Why” draws them", m)
	}
	return p, m, err
}

// explorer is the name of an algorithm, or of one that takes the memory model, if executions are graphs under it.
func explorer(name string, m memory.Model) string {
	if m.Graphs() {
		return "trust"
	}
	return name
}

// visited shows the execution of that number that an algorithm visits.
func (x Experiment) visited(p *model.Program, m memory.Model, name string, number int64) Answer {
	a, err := x.lab.algorithm(name)
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	if !a.Explores(m) {
		return Answer{Failed: name + " " + refusal(m)}
	}
	var shown *trace.Trace
	seen := int64(0)
	_, err = a.New(algos.Options{Memory: m}).Explore(context.Background(), p, func(e *model.Execution) error {
		if seen++; seen < number {
			return nil
		}
		t, err := trace.Of(p, m, e.Clone().Events())
		shown = &t
		return errors.Join(errEnough, err)
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return Answer{Failed: withoutFlags(err.Error())}
	case shown == nil:
		return Answer{Failed: fmt.Sprintf("%s has no execution %d: there are %d", name, number, seen)}
	}
	picture, err := graph.Of(p, *shown)
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	picture.Caption = fmt.Sprintf("execution %d by %s, under %v", number, name, m)
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n%s\n\n", trace.Key, trace.GraphKey)
	shown.Draw(&text, trace.Layout{})
	return drawn(Answer{Text: text.String()}, picture)
}

// candidates shows each way in which the events of a schedule may read and be ordered.
func candidates(p *model.Program, m memory.Model, words []string) Answer {
	text, pictures, _, err := graph.Candidates(context.Background(), p, m, words, explained, mostPictures)
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	return drawn(Answer{Text: text}, pictures...)
}

// drawn is an answer with a picture of executions.
func drawn(a Answer, pictures ...graph.Picture) Answer {
	var file, aloud strings.Builder
	if err := graph.Write(&file, pictures...); err != nil {
		return Answer{Failed: err.Error()}
	}
	for _, p := range pictures {
		aloud.WriteString(p.Aloud() + "\n")
	}
	a.Picture, a.Aloud = file.String(), aloud.String()
	return a
}
