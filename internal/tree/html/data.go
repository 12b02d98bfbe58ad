package html

import (
	"dporbench/algos"
	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
	"dporbench/model"
	"dporbench/trace"
)

// data is what the page knows; page/data.js reads it.
type data struct {
	Hues  int        `json:"hues"`
	Trees []treeData `json:"trees"`
}

type treeData struct {
	Algorithm string       `json:"algorithm"`
	Threads   []string     `json:"threads"`
	More      int64        `json:"more,omitempty"`
	Stopped   bool         `json:"stopped,omitempty"`
	Steps     []stepData   `json:"steps"`    // each different one once
	Asleep    []sleepData  `json:"asleep"`   // likewise
	Branches  []branchData `json:"branches"` // in the order in which explorations began
}

// stepData is the thread and the text of a step.
type stepData [2]any

type branchData struct {
	Number   int       `json:"number,omitempty"`
	Visit    int64     `json:"visit,omitempty"`
	Trunk    int       `json:"trunk"`  // by its place among the branches; -1 if there is none
	Parent   int       `json:"parent"` // likewise
	At       int       `json:"at"`
	Schedule int       `json:"schedule,omitempty"`
	Race     *raceData `json:"race,omitempty"`
	Steps    []int     `json:"steps"`  // the own ones, by their places in Steps of the tree
	Before   [][]int32 `json:"before"` // beside them, their direct predecessors in happens-before
	Races    [][]int32 `json:"races"`  // and the events they race with
	End      string    `json:"end"`
	Failure  string    `json:"failure,omitempty"`
	Class    *int      `json:"class,omitempty"`  // of an execution, numbered over all trees
	Asleep   [][2]int  `json:"asleep,omitempty"` // after how many steps, and what, by its place in Asleep of the tree
}

type raceData struct {
	Branch int `json:"branch"` // that has the two events
	First  int `json:"first"`
	Second int `json:"second"`
	Event  int `json:"event"` // the second, by its place in Steps of the tree
}

// sleepData is an event that is asleep, and why.
type sleepData [2]string

// collector makes data of trees.
type collector struct {
	program *model.Program
	classes map[string]int
}

func collect(p *model.Program, trees []*tree.Tree) data {
	d := data{Hues: layout.Colours}
	c := collector{p, map[string]int{}}
	for _, t := range trees {
		d.Trees = append(d.Trees, c.tree(t))
	}
	return d
}

func (c collector) tree(t *tree.Tree) treeData {
	b := builder{
		collector: c,
		names:     layout.EventNames(t),
		places:    map[*tree.Leaf]int{},
		steps:     newTable[trace.Step](),
		asleep:    newTable[sleepData](),
	}
	branches := layout.Branches(t)
	for i, branch := range branches {
		b.places[branch.Leaf] = i
	}
	d := treeData{
		Algorithm: t.Algorithm, Threads: t.Threads, More: t.More, Stopped: !t.Complete,
		Steps: []stepData{}, Branches: []branchData{},
	}
	for _, branch := range branches {
		d.Branches = append(d.Branches, b.branch(branch))
	}
	for _, s := range b.steps.all {
		d.Steps = append(d.Steps, stepData{s.Event.Thread, s.Text})
	}
	d.Asleep = append([]sleepData{}, b.asleep.all...)
	return d
}

// builder makes data of the branches of one tree.
type builder struct {
	collector
	names  map[model.Event]string
	places map[*tree.Leaf]int
	steps  *table[trace.Step]
	asleep *table[sleepData]
}

func (b builder) branch(from *layout.Branch) branchData {
	d := branchData{
		Number: from.Executed, Trunk: -1, Parent: -1, At: from.At, Schedule: from.Schedule,
		End: ending(from), Failure: from.Failure, Steps: []int{},
	}
	if from.Trunk != nil {
		d.Trunk, d.Parent = b.places[from.Trunk.Leaf], b.places[from.Parent]
	}
	if r := from.Race; r != nil {
		d.Race = &raceData{b.places[r.Leaf], r.First, r.Second, b.steps.place(r.Event)}
	}
	if from.Executed > 0 {
		class := b.class(from.Key)
		d.Visit, d.Class = from.Number, &class
	}
	for _, s := range from.Sleeping {
		d.Asleep = append(d.Asleep, [2]int{s.At, b.asleep.place(sleepData{b.names[s.Event], s.Reason})})
	}
	for _, s := range from.Own() {
		d.Steps = append(d.Steps, b.steps.place(s))
	}
	d.Before, d.Races = relations(b.program, from)
	return d
}

// class numbers the classes of executions in the order in which they are met.
func (c collector) class(key string) int {
	n, ok := c.classes[key]
	if !ok {
		n = len(c.classes)
		c.classes[key] = n
	}
	return n
}

func ending(b *layout.Branch) string {
	if b.Ending == algos.Executed {
		return b.Outcome.String()
	}
	return b.EndText()
}

// table keeps each of many values once.
type table[T comparable] struct {
	all    []T
	places map[T]int
}

func newTable[T comparable]() *table[T] { return &table[T]{places: map[T]int{}} }

func (t *table[T]) place(value T) int {
	at, ok := t.places[value]
	if !ok {
		at = len(t.all)
		t.places[value] = at
		t.all = append(t.all, value)
	}
	return at
}
