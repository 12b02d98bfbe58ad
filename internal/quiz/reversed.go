package quiz

import (
	"fmt"
	"slices"

	"dporbench/algos/catalog"
	"dporbench/internal/steps"
	"dporbench/model/event"
	"dporbench/trace"
)

// reversed asks which races of an execution are reversed.
func (x *maker) reversed(a catalog.Algorithm) (*Question, error) {
	if err := x.recordBy(a, "pop", "source", "optimal"); err != nil {
		return nil, err
	}
	var all, mixed []subject
	for i, at := range x.executions() {
		e := x.subject(at, i+1)
		if len(e.races) == 0 {
			continue
		}
		all = append(all, e)
		if right := e.right(); right > 0 && right < len(e.races) {
			mixed = append(mixed, e)
		}
	}
	switch {
	case len(all) == 0 && !x.Complete:
		return nil, fmt.Errorf("the first %d steps of %s reach no execution with a race: this program is too large for the question", len(x.Steps), x.Algorithm)
	case len(all) == 0:
		return nil, fmt.Errorf("no execution of this program has a race: each two events are ordered or independent, and %s has nothing to reverse", x.Algorithm)
	case len(mixed) > 0 && x.n%3 != 2:
		all = mixed
	}
	return x.racesOf(all[x.n%len(all)])
}

// subject is an execution that a question may be about.
type subject struct {
	number int // from 1
	step   steps.Step
	nodes  []int
	races  [][]int       // pairs of positions
	found  []*steps.Step // parallel to races: where each is found to be reversed, or nil
}

func (s subject) right() (n int) {
	for _, f := range s.found {
		if f != nil {
			n++
		}
	}
	return n
}

// subject is the execution that is output at a step, with its races.
func (x *maker) subject(at, number int) subject {
	s := subject{number: number, step: x.Steps[at], nodes: x.at(x.Steps[at].Node)}
	reported := x.found(s.nodes)
	for second, node := range s.nodes {
		races := slices.Clone(x.Nodes[node].Races)
		slices.Sort(races)
		for _, first := range races {
			s.races = append(s.races, []int{int(first), second})
			s.found = append(s.found, reported[[2]int{int(first), second}])
		}
	}
	return s
}

// when says at which moment an algorithm reverses races.
func when(algorithm string) string {
	if algorithm == "optimal" {
		return "now that it is complete"
	}
	return "each as soon as its second event has been executed"
}

// racesOf is the question about an execution.
func (x *maker) racesOf(s subject) (*Question, error) {
	t, err := x.trace(s.step.Node)
	if err != nil {
		return nil, err
	}
	q := &Question{
		Kind: Reversed, Algorithm: x.Algorithm, Several: true,
		Text:     fmt.Sprintf("This is execution %d of %s. Which of its races does %s reverse, %s?", s.number, x.Algorithm, x.Algorithm, when(x.Algorithm)),
		Pictures: []Picture{Draw(x.program, t, fmt.Sprintf("Execution %d", s.number))},
		Answer:   fmt.Sprintf("%s reverses %d of %d.", x.Algorithm, s.right(), len(s.races)),
	}
	if held := s.step.Holds.Schedules; len(held) > 0 {
		q.Facts = append(q.Facts, schedules(x, s.nodes, held))
	}
	for i, race := range s.races {
		first, second := race[0], race[1]
		o := Option{Race: race, Text: fmt.Sprintf("%s (%d) and %s (%d)", x.name(s.nodes[first]), first+1, x.name(s.nodes[second]), second+1)}
		if found := s.found[i]; found != nil {
			o.Right, o.Why = true, "Reversed: "+found.Text
		} else {
			o.Why = sentence("Not reversed.", x.unreversed(s.step, s.nodes, race), x.elsewhere(t, race))
		}
		q.Options = append(q.Options, o)
	}
	if !x.Complete {
		q.Answer += fmt.Sprintf(" Only the first %d steps of the exploration are recorded.", len(x.Steps))
	}
	return q, nil
}

// schedules names the schedules in E.
func schedules(x *maker, nodes []int, held [][2]int) string {
	text := "Reversals have brought: "
	for i, s := range held {
		if i > 0 {
			text += "; "
		}
		text += fmt.Sprintf("the schedule of events %d to %d, whose head is %s", s[0]+1, s[1]+1, x.name(nodes[s[1]]))
	}
	return text + "."
}

// found are the steps at which races of E, or of a prefix of E that contains both events, are found to be reversed, by the positions of the events.
func (x *maker) found(nodes []int) map[[2]int]*steps.Step {
	length := map[int]int{} // of the prefix at each node
	for i, node := range nodes {
		length[node] = i + 1
	}
	found := map[[2]int]*steps.Step{}
	for i, s := range x.Steps {
		if s.Kind != steps.Race || s.Race[1] < 0 || length[s.Node] <= s.Race[1] {
			continue
		}
		if race := [2]int{s.Race[0], s.Race[1]}; found[race] == nil {
			found[race] = &x.Steps[i]
		}
	}
	return found
}

// unreversed is the condition of POP that a race fails (Definitions 6 and 7), or "" for other algorithms.
func (x *maker) unreversed(s steps.Step, nodes, race []int) string {
	if x.Algorithm != "pop" {
		return ""
	}
	first, second := race[0], race[1]
	for _, held := range s.Holds.Schedules {
		switch at, head := held[0], held[1]; {
		case at <= first && first <= head:
			return fmt.Sprintf("Its first event is part of a schedule, that with the head %s: only events outside of schedules are reversed.", x.name(nodes[head]))
		case at <= second && second < head:
			return fmt.Sprintf("Its second event is part of a schedule, and not its head, which is %s.", x.name(nodes[head]))
		case at > first && head < second && !x.happensBefore(nodes, head, second):
			return fmt.Sprintf("Its second event is not fresh: it does not happen after %s, the head of a schedule after the first event.", x.name(nodes[head]))
		}
	}
	return ""
}

// happensBefore reports whether an event of E happens before another one, by their positions.
func (x *maker) happensBefore(nodes []int, first, second int) bool {
	return after(first, second, func(i int) []int32 { return x.Nodes[nodes[i]].Before })[second]
}

// after returns the positions up to last of the events that happen after the first one, which is among them. before returns those directly before
// an event.
func after(first, last int, before func(i int) []int32) map[int]bool {
	all := map[int]bool{first: true}
	for i := first + 1; i <= last; i++ {
		all[i] = slices.ContainsFunc(before(i), func(at int32) bool { return all[int(at)] })
	}
	return all
}

// elsewhere names an execution of the recording that contains the reversal of a race of t.
func (x *maker) elsewhere(t trace.Trace, race []int) string {
	events := t.Events()
	before, _ := t.Relations(x.program, 0)
	later := after(race[0], race[1], func(i int) []int32 { return before[i] })
	turned := slices.Clone(events[:race[0]])
	for i := race[0] + 1; i < race[1]; i++ {
		if !later[i] {
			turned = append(turned, events[i])
		}
	}
	turned = append(turned, events[race[1]])
	for n, at := range x.executions() {
		other, err := x.trace(x.Steps[at].Node)
		if err == nil && begins(turned, events, other.Events()) {
			return fmt.Sprintf("Execution %d has %s first, after the same events.", n+1, text(t, race[1]))
		}
	}
	return ""
}

// begins reports whether an execution begins with w up to the order of independent events. The kind of the last event of w may
// be another one in e.
func begins(w, whole, e []event.Event) bool {
	last := len(w) - 1
	if i := event.Find(e, w[last]); i < len(e) {
		w = append(slices.Clone(w[:last]), e[i])
	}
	return event.Begins(w, e)
}
