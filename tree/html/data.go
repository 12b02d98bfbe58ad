package html

import (
	"dporbench/algos"
	"dporbench/model"
	"dporbench/trace"
	"dporbench/tree"
	"dporbench/tree/layout"
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

func collect(p *model.Program, trees []*tree.Tree) (data, error) {
	d := data{Hues: layout.Colours}
	c := collector{p, map[string]int{}}
	for _, t := range trees {
		d.Trees = append(d.Trees, c.tree(t))
	}
	return d, nil
}

func (c collector) tree(t *tree.Tree) treeData {
	d := treeData{Algorithm: t.Algorithm, Threads: t.Threads, More: t.More, Stopped: !t.Complete, Steps: []stepData{}, Asleep: []sleepData{}, Branches: []branchData{}}
	steps, asleep := newTable[trace.Step](), newTable[sleepData]()
	branches := layout.Branches(t)
	place := map[*tree.Leaf]int{}
	for i, b := range branches {
		place[b.Leaf] = i
	}
	names := layout.EventNames(t)
	for _, b := range branches {
		e := branchData{
			Number: b.Executed, Trunk: -1, Parent: -1, At: b.At, Schedule: b.Schedule,
			End: ending(b), Failure: b.Failure, Steps: []int{}, Before: [][]int32{}, Races: [][]int32{},
		}
		if b.Trunk != nil {
			e.Trunk, e.Parent = place[b.Trunk.Leaf], place[b.Parent]
		}
		if b.Race != nil {
			e.Race = &raceData{place[b.Race.Leaf], b.Race.First, b.Race.Second, steps.place(b.Race.Event)}
		}
		if b.Executed > 0 {
			e.Visit = b.Number
			class := c.class(b.Key)
			e.Class = &class
		}
		for _, s := range b.Sleeping {
			e.Asleep = append(e.Asleep, [2]int{s.At, asleep.place(sleepData{names[s.Event], s.Reason})})
		}
		for _, s := range b.Own() {
			e.Steps = append(e.Steps, steps.place(s))
		}
		e.Before, e.Races = relations(c.program, b)
		d.Branches = append(d.Branches, e)
	}
	for _, s := range steps.all {
		d.Steps = append(d.Steps, stepData{s.Event.Thread, s.Text})
	}
	d.Asleep = append(d.Asleep, asleep.all...)
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
