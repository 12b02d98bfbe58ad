package quiz

import (
	"fmt"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/trace"
)

// Difference compares two executions of a program.
type Difference struct {
	Same bool   `json:"same"` // they are of one class
	Text string `json:"text"` // the events whose order differs, and whether that matters
}

// Compare compares two traces of p, which must be of whole executions or both of beginnings.
func Compare(p *model.Program, a, b trace.Trace) Difference {
	if p.ClassKey(a.Events()) == p.ClassKey(b.Events()) {
		return Difference{true, swapped(a, b)}
	}
	for _, pair := range [][2]trace.Trace{{a, b}, {b, a}} {
		if text := turned(p, pair[0], pair[1]); text != "" {
			return Difference{false, text}
		}
	}
	return Difference{false, otherEvent(a, b)}
}

// identities names each event of a trace by the place of its thread among the threads started, and by its index there, the same in
// all executions.
func identities(t trace.Trace) (names []string, at map[string]int) {
	paths, children := map[event.ThreadID]string{}, map[string]int{}
	path := func(id event.ThreadID) string {
		if p, ok := paths[id]; ok {
			return p
		}
		return t.Threads[id]
	}
	at = map[string]int{}
	for i, s := range t.Steps {
		by := path(s.Event.Thread)
		if s.Event.Kind == event.Spawn {
			children[by]++
			paths[event.ThreadID(s.Event.Object)] = fmt.Sprintf("%s.%d", by, children[by])
		}
		name := fmt.Sprintf("%s:%d", by, s.Event.Index)
		names = append(names, name)
		at[name] = i
	}
	return names, at
}

func text(t trace.Trace, i int) string {
	return t.Threads[t.Steps[i].Event.Thread] + ": " + t.Steps[i].Text
}

// swapped names the neighbours of a that are in another order in b, which is of the same class.
func swapped(a, b trace.Trace) string {
	names, _ := identities(a)
	_, other := identities(b)
	var pairs []string
	for j := range names {
		for i := range names[:j] {
			if other[names[i]] > other[names[j]] {
				pairs = append(pairs, fmt.Sprintf("%s and %s", text(a, i), text(a, j)))
			}
		}
	}
	switch n := len(pairs); {
	case n == 0:
		return "They are the same sequence of events."
	case n == 1:
		return fmt.Sprintf("Only %s are in another order, and they are independent: no thread can notice.", pairs[0])
	case n > 4:
		pairs = append(pairs[:3], fmt.Sprintf("%d other pairs", n-3))
	}
	return fmt.Sprintf("In another order are only independent events: %s. Each two dependent events are in the same order in both.", strings.Join(pairs, "; "))
}

// turned names two dependent events of a that are in another order in b, directly after each other in happens-before; "" if there are none.
func turned(p *model.Program, a, b trace.Trace) string {
	names, _ := identities(a)
	_, other := identities(b)
	before, _ := a.Relations(p, 0)
	for j, all := range before {
		for _, i := range all {
			first, ok1 := other[names[i]]
			second, ok2 := other[names[j]]
			if ok1 && ok2 && first > second {
				return fmt.Sprintf("%s and %s are dependent, and their order differs: in the other execution, %s comes before %s.",
					text(a, int(i)), text(a, j), text(b, second), text(b, first))
			}
		}
	}
	return ""
}

// otherEvent names an event that only one of two traces has, or that returns something else there.
func otherEvent(a, b trace.Trace) string {
	names, _ := identities(a)
	_, other := identities(b)
	for i, name := range names {
		j, ok := other[name]
		switch {
		case !ok:
			return fmt.Sprintf("%s is executed in one of them only.", text(a, i))
		case a.Steps[i].Text != b.Steps[j].Text:
			return fmt.Sprintf("The events differ: %s in one is %s in the other.", text(a, i), text(b, j))
		}
	}
	for i := range b.Steps {
		if i >= len(a.Steps) {
			return fmt.Sprintf("%s is executed in one of them only.", text(b, i))
		}
	}
	return "Their reads read from different writes."
}
