package layout

import "dporbench/internal/tree"

// Options say how much to draw.
type Options struct {
	Limit int // explorations drawn, the first ones to begin; the rest become Subtrees; 0 draws all
	// Executions, if not nil, says by number which executions are drawn instead.
	Executions func(number int) bool
	Fold       int // chains of at least this many steps at which nothing happens become one item; 0 folds none
	Races      int // arcs are drawn if there are at most this many
}

// Drawing is the drawn part of a tree. Lengths are in pixels, from the left and
// from the top.
type Drawing struct {
	Tree          *tree.Tree
	Columns       []*Branch // in the order in which their explorations began
	Arcs          []*Arc
	Width, Height float64
	Drawn         int // executions with their own column
	Folded        int // executions within the subtrees
}

// ItemKind is the kind of an [Item].
type ItemKind int

// The kinds of items.
const (
	Event   ItemKind = iota // one step
	Chain                   // several steps, folded
	End                     // how the exploration ended
	Subtree                 // branches that are not drawn, two rows high
)

// Item is a part of a column.
type Item struct {
	Kind     ItemKind
	Row      int // from 0
	From, To int // positions in Steps
	Width    float64

	InSchedule bool // of events: of the schedule of the branch
	Head       bool // the last event of the schedule
}

// Arc is a race that was reversed, drawn next to the path from its first event
// to the second one.
type Arc struct {
	Cause         *Branch // the column of the branch that reverses it
	Branch        *Branch // the branch that reverses it
	First, Second Place
	Left          float64 // the x of its vertical part
	Label         Point
}

// Place is a position in the own steps of a column.
type Place struct {
	Column *Branch
	At     int
}

func (p Place) Item() *Item { return p.Column.item(p.At) }

// Y is the middle of the item; LeftEdge and RightEdge are its ends.
func (p Place) Y() float64         { return Y(p.Item().Row) }
func (p Place) LeftEdge() float64  { return p.Column.X - p.Item().Width/2 }
func (p Place) RightEdge() float64 { return p.Column.X + p.Item().Width/2 }

// Point is a point.
type Point struct{ X, Y float64 }

// The sizes in a drawing.
const (
	Pitch       = 34.0 // from row to row
	ItemHeight  = 22.0
	TextSize    = 12.0
	SmallSize   = 10.0
	Padding     = 7.0  // next to text
	Lane        = 19.0 // next to a column, for an arc
	Gap         = 16.0 // between columns
	RootRow     = 26.0 // above the first row
	TriangleMin = 62.0
)

// Y is the middle of a row.
func Y(row int) float64 { return RootRow + (float64(row)+0.5)*Pitch }

// JoinY is the y at which branches leave below a row; row -1 is the root.
func JoinY(row int) float64 {
	if row < 0 {
		return 8
	}
	return Y(row) + Pitch/2
}

// Draw lays out t.
func Draw(t *tree.Tree, o Options) *Drawing {
	d := &Drawing{Tree: t}
	branches := Branches(t)
	if len(branches) == 0 {
		return d
	}
	d.choose(branches, o)
	d.fill(o)
	d.place()
	return d
}
