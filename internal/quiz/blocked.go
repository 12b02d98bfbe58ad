package quiz

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos/catalog"
	"dporbench/internal/steps"
	"dporbench/model/event"
	"dporbench/trace"
)

// sleeper is the algorithm that the question is about if the chosen one gives nothing up.
const sleeper = "sleepset"

// branch is an exploration that begins, and how it ends.
type branch struct {
	from, to int // steps
	blocked  bool
}

// blocked asks whether an exploration that begins will be given up.
func (x *maker) blocked(a catalog.Algorithm) (*Question, error) {
	err := x.recordBy(a, sleeper, "source", "optimal", "pop")
	if err != nil {
		return nil, err
	}
	given, whole := x.branches()
	complete := x.Complete
	if len(given) == 0 && x.Algorithm != sleeper {
		if err := x.recordBy(a, sleeper); err != nil {
			return nil, err
		}
		given, whole = x.branches()
	}
	if len(given) == 0 && !(complete && x.Complete) {
		return nil, fmt.Errorf("no exploration is given up in the first %d steps: this program is too large for the question", most)
	}
	if len(given) == 0 {
		return nil, errors.New("neither this algorithm nor sleepset gives up an exploration of this program: nothing is asleep where it matters")
	}
	chosen := given[x.n/2%len(given)]
	if x.n%2 == 1 && len(whole) > 0 {
		chosen = whole[x.n/2%len(whole)]
	}
	return x.ask(chosen)
}

// branches are the explorations recorded to their ends: the ones given up, and the ones that reach an execution.
func (x *maker) branches() (given, whole []branch) {
	begun := -1
	for i, s := range x.Steps {
		switch s.Kind {
		case steps.Branch:
			if begun >= 0 && x.Algorithm == "pop" {
				whole = append(whole, branch{begun, i, false}) // its schedule has been executed
			}
			begun = i
			continue
		case steps.Blocked, steps.Barren:
			if begun >= 0 {
				given = append(given, branch{begun, i, true})
			}
		case steps.Output:
			if begun >= 0 {
				whole = append(whole, branch{begun, i, false})
			}
		default:
			continue
		}
		begun = -1
	}
	return given, whole
}

func (x *maker) ask(b branch) (*Question, error) {
	s := x.Steps[b.from]
	t, err := x.trace(s.Node)
	if err != nil {
		return nil, err
	}
	q := &Question{
		Kind: Blocked, Algorithm: x.Algorithm,
		Text:     fmt.Sprintf("%s is here. %s Will every thread that could continue be asleep, before an execution is reached?", x.Algorithm, s.Text),
		Pictures: []Picture{Draw(x.program, t, "The execution so far")},
		Options: []Option{
			{Text: "Yes: the exploration is given up", Right: b.blocked},
			{Text: "No: it reaches an execution", Right: !b.blocked},
		},
		Answer: x.reasons(b),
	}
	if x.Algorithm == "pop" {
		q.Text = fmt.Sprintf("%s is here. %s Will the schedule be rejected, because its last event is asleep?", x.Algorithm, s.Text)
		q.Options[0].Text, q.Options[1].Text = "Yes: it is rejected", "No: executions are explored after it"
	}
	q.Facts = x.sleepSets(b)
	if end := x.Steps[b.to]; !b.blocked {
		if t, err = x.trace(end.Node); err == nil && end.Kind == steps.Output {
			q.Pictures = append(q.Pictures, Draw(x.program, t, "What it reaches"))
		}
	}
	return q, nil
}

// sleepSets are the events asleep where a branch begins and, of POP, the tail that it decides by.
func (x *maker) sleepSets(b branch) (facts []string) {
	s := x.Steps[b.from]
	for _, a := range s.Holds.Asleep {
		if a.At == len(x.at(s.Node)) {
			facts = append(facts, fmt.Sprintf("Asleep here: %s.", strings.Join(a.Lines, ", ")))
		}
	}
	for _, t := range s.Holds.Tails {
		facts = append(facts, fmt.Sprintf("The rest of an interrupted execution, after %d: %s.", t.At, strings.Join(t.Events, " · ")))
	}
	return facts
}

// reasons are the reasons for which events of a branch are asleep, and its end.
func (x *maker) reasons(b branch) string {
	var all []string
	for _, s := range x.Steps[b.from+1 : b.to+1] {
		switch s.Kind {
		case steps.Asleep, steps.Barren, steps.Blocked:
			all = append(all, s.Text)
		}
	}
	if b.blocked {
		return sentence(all...)
	}
	if end := x.Steps[b.to]; end.Kind == steps.Output {
		all = append(all, x.woken(b)...)
		number := slices.Index(x.executions(), b.to) + 1
		return sentence(append(all, fmt.Sprintf("Execution %d is reached.", number))...)
	}
	return sentence(append(all, "The schedule is executed to its end, and explored further.")...)
}

// woken names the events that were asleep where a branch begins and are executed in it, each with the event that has woken it.
func (x *maker) woken(b branch) (all []string) {
	s := x.Steps[b.from]
	t, err := x.trace(x.Steps[b.to].Node)
	if err != nil {
		return nil
	}
	n := len(x.at(s.Node))
	for _, set := range s.Holds.Asleep {
		for _, line := range set.Lines {
			if text := wokenBy(t, n, line); text != "" && set.At == n {
				all = append(all, text)
			}
		}
	}
	return all
}

// wokenBy says which event of t, after the first n, has woken the next event of a thread that was asleep there; "" if that is not executed.
func wokenBy(t trace.Trace, n int, asleep string) string {
	name, _, _ := strings.Cut(asleep, ": ")
	j := n
	for j < len(t.Steps) && t.Threads[t.Steps[j].Event.Thread] != name {
		j++
	}
	for i := n; i < j && j < len(t.Steps); i++ {
		if event.Dependent(t.Steps[i].Event, t.Steps[j].Event) {
			return fmt.Sprintf("%s is woken by %s, which depends on it.", asleep, text(t, i))
		}
	}
	return ""
}
