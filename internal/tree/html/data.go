package html

import (
	"cmp"
	"strconv"

	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// data is the data of the page; page/data.js reads it.
type data struct {
	Hues  int        `json:"hues"`
	Sizes sizes      `json:"sizes"`
	Trees []treeData `json:"trees"`
}

// sizes are the lengths with which package layout placed everything.
type sizes struct {
	Pitch float64 `json:"pitch"`
	Item  float64 `json:"item"`
	Pad   float64 `json:"pad"`
	Root  float64 `json:"root"`
}

type treeData struct {
	Algorithm string       `json:"algorithm"`
	Width     length       `json:"width"`
	Height    length       `json:"height"`
	Threads   []string     `json:"threads"`
	Chips     []length     `json:"chips"` // their widths with the names of the threads
	More      int64        `json:"more,omitempty"`
	Stopped   bool         `json:"stopped,omitempty"`
	Steps     []stepData   `json:"steps"`    // all different ones
	Asleep    []sleepData  `json:"asleep"`   // likewise
	Branches  []branchData `json:"branches"` // in the order in which explorations began
	Easiest   *easiestData `json:"easiest,omitempty"`
}

// easiestData is the easiest to read of the executions shown with the worst outcome; see [trace.Easiest].
type easiestData struct {
	Branch      int  `json:"branch"` // its index
	Preemptions *int `json:"preemptions,omitempty"`
}

// length is a length in pixels, written with one decimal.
type length float64

func (l length) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(l), 'f', 1, 64), nil
}

// stepData is the thread of a step, its text, and the width of the text.
type stepData [3]any

type branchData struct {
	X        length    `json:"x"`
	Width    length    `json:"width"`    // of its events
	EndWidth length    `json:"endWidth"` // of its end
	Number   int       `json:"number,omitempty"`
	Visit    int64     `json:"visit,omitempty"`
	Trunk    int       `json:"trunk"`  // its index among the branches; -1 if there is none
	Parent   int       `json:"parent"` // likewise
	At       int       `json:"at"`
	Schedule int       `json:"schedule,omitempty"`
	Race     *raceData `json:"race,omitempty"`
	Steps    []int     `json:"steps"`  // its own ones, as indices in the tree's Steps
	Before   [][]int32 `json:"before"` // parallel to Steps: their direct predecessors in happens-before
	Races    [][]int32 `json:"races"`  // and the events they race with
	End      string    `json:"end"`
	Note     string    `json:"note,omitempty"` // under the name of an execution
	Failure  string    `json:"failure,omitempty"`
	Class    *int      `json:"class,omitempty"`  // of an execution, numbered across all trees
	Asleep   [][2]int  `json:"asleep,omitempty"` // number of steps before, and index in the tree's Asleep
}

type raceData struct {
	Branch int `json:"branch"` // the one that has the two events
	First  int `json:"first"`
	Second int `json:"second"`
	Event  int `json:"event"` // the second, as an index in the tree's Steps
}

// sleepData is an event that is asleep, and why.
type sleepData [2]string

func collect(p *model.Program, trees []*tree.Tree) data {
	d := data{
		Hues:  layout.Colours,
		Sizes: sizes{layout.Pitch, layout.ItemHeight, layout.Padding, layout.RootRow},
	}
	classes := newTable[string]()
	for _, t := range trees {
		b := builder{
			program: p,
			memory:  t.Memory,
			classes: classes,
			names:   layout.EventNames(t),
			places:  map[*tree.Leaf]int{},
			steps:   newTable[trace.Step](),
			asleep:  newTable[sleepData](),
		}
		d.Trees = append(d.Trees, b.tree(t))
	}
	return d
}

type builder struct {
	program *model.Program
	memory  memory.Model
	classes *table[string] // of all trees
	names   map[event.Event]string
	places  map[*tree.Leaf]int
	steps   *table[trace.Step]
	asleep  *table[sleepData]
}

func (b builder) tree(t *tree.Tree) treeData {
	drawing := layout.Draw(t, layout.Options{})
	for i, column := range drawing.Columns {
		b.places[column.Leaf] = i
	}
	d := treeData{
		Algorithm: t.Algorithm, Threads: t.Threads, More: t.More, Stopped: !t.Complete,
		Width: length(drawing.Width), Height: length(drawing.Height),
		Steps: []stepData{}, Branches: []branchData{},
	}
	for _, thread := range t.Threads {
		d.Chips = append(d.Chips, length(layout.ChipWidth(thread)))
	}
	for _, column := range drawing.Columns {
		d.Branches = append(d.Branches, b.branch(column))
	}
	for _, s := range b.steps.all {
		d.Steps = append(d.Steps, stepData{s.Event.Thread, s.Text, length(layout.TextWidth(s.Text, layout.TextSize))})
	}
	d.Asleep = append([]sleepData{}, b.asleep.all...)
	d.Easiest = b.easiest(drawing)
	return d
}

// easiest is nil if nothing is wrong with any execution, or the search fails.
func (b builder) easiest(drawing *layout.Drawing) *easiestData {
	for _, worst := range []model.Outcome{model.Failed, model.NotLinearizable, model.Raced, model.Deadlocked, model.Starved, model.Livelocked, model.Leaked} {
		search, err := trace.NewEasiest(b.program, b.memory)
		if err != nil {
			return nil
		}
		for i, column := range drawing.Columns {
			if column.Executed > 0 && column.Outcome == worst {
				var events []event.Event
				for _, s := range column.Steps {
					events = append(events, s.Event)
				}
				err = cmp.Or(err, search.Add(int64(i), events))
			}
		}
		search.Close()
		if found := search.Events != nil; found && err == nil {
			d := &easiestData{Branch: int(search.Number)}
			if search.Counts() {
				d.Preemptions = &search.Preemptions
			}
			return d
		}
	}
	return nil
}

func (b builder) branch(from *layout.Branch) branchData {
	d := branchData{
		X: length(from.X), Width: length(from.Width), EndWidth: length(from.Items[len(from.Items)-1].Width),
		Number: from.Executed, Trunk: -1, Parent: -1, At: from.At, Schedule: from.Schedule,
		End: from.EndText(), Failure: from.Failure, Steps: []int{},
	}
	if from.Trunk != nil {
		d.Trunk, d.Parent = b.places[from.Trunk.Leaf], b.places[from.Parent]
	}
	if r := from.Race; r != nil {
		d.Race = &raceData{b.places[r.Leaf], r.First, r.Second, b.steps.place(r.Event)}
	}
	if from.Executed > 0 {
		class := b.classes.place(from.Key)
		d.Visit, d.Class = from.Number, &class
		d.End, d.Note = from.Outcome.String(), d.End
	}
	for _, s := range from.Sleeping {
		d.Asleep = append(d.Asleep, [2]int{s.At, b.asleep.place(sleepData{b.names[s.Event], s.Reason})})
	}
	for _, s := range from.Own() {
		d.Steps = append(d.Steps, b.steps.place(s))
	}
	d.Before, d.Races = trace.Trace{Memory: b.memory, Steps: from.Steps}.Relations(b.program, from.At)
	return d
}

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
