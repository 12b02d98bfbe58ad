package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/internal/tree"
	"dporbench/model"
	"dporbench/model/memory"
)

// explained is the number of explorations recorded to explain why an execution was not explored.
const explained = 20_000

// Answer is an explanation, as text.
type Answer struct {
	Text    string `json:"text"`
	Picture string `json:"picture,omitempty"` // of executions that are graphs, as an SVG file
	Aloud   string `json:"aloud,omitempty"`   // the picture in words
	Failed  string `json:"failed,omitempty"`
}

// WhyNot explains why an algorithm did not explore a schedule, and which execution it explored instead. The schedule lists
// the threads of its events in order, by name or by number from 1.
func (x Experiment) WhyNot(name, schedule string) Answer {
	p, m, err := x.Load()
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	if m != memory.SC && !m.Graphs() {
		return Answer{Failed: "schedules are supported under sc and the models of C11 only"}
	}
	words := strings.Fields(schedule)
	if len(words) == 0 {
		return Answer{Failed: "no thread is named: name the threads in the order of their events, as in “p q q p”"}
	}
	if m.Graphs() {
		return candidates(p, m, words)
	}
	asked, err := tree.Follow(p, words)
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	if asked.Stuck != "" {
		return Answer{Text: asked.String()}
	}
	t, err := x.record(p, m, name, tree.Keep{First: explained, Stop: true})
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	return Answer{Text: asked.String() + t.WhyNot(p, asked).String()}
}

// Why explains how an algorithm reached an execution: the race reversals that led there. Where executions are graphs there are none, and it is shown.
func (x Experiment) Why(name string, execution int64) Answer {
	if execution < 1 {
		return Answer{Failed: "executions are numbered from 1"}
	}
	p, m, err := x.Load()
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	if m.Graphs() {
		return x.visited(p, m, name, execution)
	}
	t, err := x.record(p, m, name, tree.Keep{Only: execution, Stop: true})
	if err != nil {
		return Answer{Failed: err.Error()}
	}
	leaf := t.Find(execution)
	if leaf == nil {
		return Answer{Failed: fmt.Sprintf("%s has no execution %d: there are %d", name, execution, t.Executions())}
	}
	return Answer{Text: t.Explain(leaf)}
}

// record records the tree of an algorithm; p and m are what x.Load returns.
func (x Experiment) record(p *model.Program, m memory.Model, name string, keep tree.Keep) (*tree.Tree, error) {
	a, err := x.lab.algorithm(name)
	if err != nil {
		return nil, err
	}
	t, err := tree.Record(context.Background(), p, a, algos.Options{Memory: m}, keep)
	if err != nil {
		return nil, errors.New(withoutFlags(fmt.Sprintf("%s: %v", name, err)))
	}
	t.Program = x.name()
	return t, nil
}
