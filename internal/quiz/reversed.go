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
	var all, mixed []*Question
	for i, at := range x.executions() {
		q, right := x.racesOf(at, i+1)
		if len(q.Options) == 0 {
			continue
		}
		all = append(all, q)
		if right > 0 && right < len(q.Options) {
			mixed = append(mixed, q)
		}
	}
	switch {
	case len(all) == 0:
		return nil, fmt.Errorf("no execution of this program has a race: each two events are ordered or independent, and %s has nothing to reverse", x.Algorithm)
	case len(mixed) > 0 && x.n%3 != 2:
		all = mixed
	}
	q := all[x.n%len(all)]
	return q, nil
}

// racesOf is the question about the execution that is output at a step, and the number of races that are reversed.
func (x *maker) racesOf(at, number int) (q *Question, right int) {
	s := x.step(at)
	nodes := x.at(s.Node)
	t, err := x.trace(s.Node)
	if err != nil {
		return &Question{}, 0
	}
	q = &Question{
		Kind: Reversed, Algorithm: x.Algorithm, Several: true,
		Text:     fmt.Sprintf("This is execution %d of %s. Which of its races does %s reverse, %s?", number, x.Algorithm, x.Algorithm, when(x.Algorithm)),
		Pictures: []Picture{Draw(x.program, t, fmt.Sprintf("Execution %d", number))},
	}
	if held := s.Holds.Schedules; len(held) > 0 {
		q.Facts = append(q.Facts, schedules(x, nodes, held))
	}
	for second, node := range nodes {
		races := slices.Clone(x.Nodes[node].Races)
		slices.Sort(races)
		for _, first := range races {
			o := Option{Race: []int{int(first), second}, Text: fmt.Sprintf("%s (%d) and %s (%d)", x.name(nodes[first]), first+1, x.name(node), second+1)}
			if found := x.found(nodes, o.Race); found != nil {
				o.Right, o.Why = true, "Reversed: "+found.Text
				right++
			} else {
				o.Why = sentence("Not reversed.", x.unreversed(s, nodes, o.Race), x.elsewhere(t, o.Race))
			}
			q.Options = append(q.Options, o)
		}
	}
	q.Answer = fmt.Sprintf("%s reverses %d of %d.", x.Algorithm, right, len(q.Options))
	if !x.Complete {
		q.Answer += fmt.Sprintf(" Only the first %d steps of the exploration are recorded.", len(x.Steps))
	}
	return q, right
}

// when says at which moment an algorithm reverses races.
func when(algorithm string) string {
	if algorithm == "optimal" {
		return "now that it is complete"
	}
	return "each as soon as its second event has been executed"
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

// found is the step at which a race of E, or of a prefix of E, is found to be reversed; nil if there is none.
func (x *maker) found(nodes []int, race []int) *steps.Step {
	for i, s := range x.Steps {
		if s.Kind == steps.Race && slices.Equal(s.Race, race) && (s.Node == 0 || slices.Contains(nodes, s.Node)) && x.through(s.Node, nodes, race[1]) {
			return &x.Steps[i]
		}
	}
	return nil
}

// through reports whether E at a node contains the event of nodes at a position.
func (x *maker) through(node int, nodes []int, position int) bool {
	return slices.Contains(x.at(node), nodes[position])
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
	if first == second {
		return true
	}
	return slices.ContainsFunc(x.Nodes[nodes[second]].Before, func(at int32) bool { return x.happensBefore(nodes, first, int(at)) })
}

// elsewhere names an execution of the recording that contains the reversal of a race of t.
func (x *maker) elsewhere(t trace.Trace, race []int) string {
	events := t.Events()
	before, _ := t.Relations(x.program, 0)
	after := map[int]bool{race[0]: true} // the positions that the first event of the race happens before
	turned := slices.Clone(events[:race[0]])
	for i := race[0] + 1; i < race[1]; i++ {
		after[i] = slices.ContainsFunc(before[i], func(at int32) bool { return after[int(at)] })
		if !after[i] {
			turned = append(turned, events[i])
		}
	}
	turned = append(turned, events[race[1]])
	for n, at := range x.executions() {
		other, err := x.trace(x.step(at).Node)
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
	return included(w, e)
}
