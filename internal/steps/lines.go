package steps

import (
	"fmt"
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
)

// lines are the lines of one algorithm's listing by kinds of steps, and how its steps are told.
type lines struct {
	graph    bool   // E is a linearisation of a graph
	eager    bool   // a schedule is explored at once, and the interrupted execution is restored
	waits    string // what becomes of a reversal that is not explored at once
	start    []int  // of the first step
	kinds    map[Kind][]int
	schedule []int // Execute of an event of a schedule or of a branch of a wakeup tree
}

var linesOf = map[string]lines{
	"sleepset": {start: []int{1}, kinds: map[Kind][]int{
		Execute: {4, 5, 6}, Branch: {4, 7}, Asleep: {4}, Barren: {3}, Output: {2}, Return: {7},
	}, schedule: []int{4, 5, 6}},
	"source": {start: []int{1, 2}, waits: "A thread that can begin the reversed order is added to the backtrack set there.", kinds: map[Kind][]int{
		Execute: {3, 4, 5, 11, 12}, Race: {6, 7, 8, 9, 10}, Branch: {5, 13}, Asleep: {3}, Barren: {3}, Output: {3}, Return: {13},
	}, schedule: []int{5, 11, 12}},
	"optimal": {start: []int{1}, waits: "The sequence goes into the wakeup tree there.", kinds: map[Kind][]int{
		Execute: {8, 11, 12, 13, 14, 15, 16, 17, 19}, Race: {3, 4, 5, 6, 7}, Branch: {15, 20, 21}, Asleep: {6}, Barren: {15}, Output: {2}, Return: {20, 21},
	}, schedule: []int{9, 10, 15, 16, 17, 18, 19}},
	"pop": {start: []int{3}, eager: true, kinds: map[Kind][]int{
		Execute: {3, 4}, Race: {1, 5}, Branch: {5}, Asleep: {3}, Blocked: {6}, Barren: {3}, Output: {2}, Return: {7},
	}, schedule: []int{6}},
	"trust": {start: []int{1}, graph: true, kinds: map[Kind][]int{
		Execute: {3, 10}, Race: {4, 5, 6, 7, 9}, Branch: {8}, Output: {2}, Return: {1},
	}, schedule: []int{3, 5, 8, 9}},
}

// of returns the lines of a step; e is the event that it is about.
func (l lines) of(kind Kind, planned bool, e event.Event) []int {
	lines := l.kinds[kind]
	if planned && (kind == Execute || kind == Asleep) {
		lines = l.schedule
	}
	lines = slices.Clone(lines)
	switch {
	case !l.eager:
	case kind == Asleep:
		lines = append(lines, 11)
	case kind == Execute && e.Kind.Commutes():
		lines = append(lines, 9, 12)
	case kind == Execute:
		lines = append(lines, 8)
	}
	return lines
}

// ofWalk are the lines of a walk.
func ofWalk(w algos.Walk) []int {
	lines := []int{9, 10, 11, 13, 14}
	for _, s := range w.Steps {
		at := 15
		if s.Line > 18 {
			at = 19
		}
		lines = append(lines, at, s.Line)
	}
	if last := len(w.Steps) - 1; !w.Comes && (last < 0 || w.Steps[last].Line != 21) {
		lines = append(lines, 23)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

func (l lines) reversal(r *recorder, f algos.Reversal) string {
	switch {
	case l.graph && len(f.Prefix) < len(f.E):
		return fmt.Sprintf("%s deleted, and then %s is added.", areDeleted(len(f.E)-len(f.Prefix)), r.list(f.Schedule))
	case l.graph:
		return fmt.Sprintf("In another graph, %s is added.", r.list(f.Schedule))
	case l.eager:
		return fmt.Sprintf("It is parsimonious, and reversed at once, after %s, by the schedule %s.", events(len(f.Prefix)), r.list(f.Schedule))
	}
	return fmt.Sprintf("After %s, %s is still to be explored. %s", events(len(f.Prefix)), r.list(f.Schedule), l.waits)
}

func (l lines) branching(r *recorder, prefix, schedule []event.Event) string {
	if l.graph {
		return fmt.Sprintf("The graph with %s is visited.", r.list(schedule))
	}
	if l.eager {
		return fmt.Sprintf("E is cut back to %s, the rest is kept as a tail, and the schedule %s will be appended.", first(len(prefix)), r.list(schedule))
	}
	return fmt.Sprintf("E is taken back to %s, and %s is explored next.", first(len(prefix)), r.list(schedule))
}

func (l lines) executes(r *recorder, e event.Event, planned, last bool) string {
	name := r.name(r.e, e)
	switch {
	case l.eager && planned && last:
		return name + " is executed: the head of the schedule."
	case planned:
		return name + " is executed, as planned."
	}
	return name + " is executed: the first thread that is enabled and not asleep."
}

func (l lines) back(r *recorder, n int) string {
	if l.eager {
		return fmt.Sprintf("All that begins with the schedule has been explored. E is taken back to %s, and the tail is put back.", first(n))
	}
	return fmt.Sprintf("E is taken back to %s.", first(len(r.e)))
}

func areDeleted(n int) string {
	if n == 1 {
		return "1 event is"
	}
	return fmt.Sprintf("%d events are", n)
}
