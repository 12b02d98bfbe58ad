package layout

import (
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/trace"
	"dporbench/tree"
)

// fill gives each column its items.
func (d *Drawing) fill(o Options) {
	kept := d.races(o.Races)
	for _, c := range d.Columns {
		c.Join = -1
		if c.Trunk != nil && c.At > 0 {
			c.Join = c.Trunk.item(c.At - 1).Row
		}
		c.addSteps(d.Tree, o.Fold, kept)
		c.addEnd()
		for _, i := range c.Items {
			if i.Kind == Event || i.Kind == Chain {
				c.Width = max(c.Width, i.Width)
			}
		}
		for i := range c.Items {
			if k := c.Items[i].Kind; k == Event || k == Chain {
				c.Items[i].Width = c.Width
			}
		}
	}
	for i := range d.Arcs {
		a := &d.Arcs[i]
		a.First.Item = a.First.Column.item(a.Branch.Race.First)
		a.Second.Item = a.Second.Column.item(a.Branch.Race.Second)
	}
}

// step is a position in the own steps of a column.
type step struct {
	*Column
	at int
}

// races makes the arcs, as far as their columns, unless there are more than
// limit, and returns their ends.
func (d *Drawing) races(limit int) map[step]bool {
	byLeaf := map[*tree.Leaf]*Column{}
	for _, c := range d.Columns {
		byLeaf[c.Leaf] = c
	}
	ends := map[step]bool{}
	drawn := map[[2]step]*Column{} // one arc is enough for a race and a column
	for _, c := range d.Columns {
		for _, b := range c.Stands() {
			if b.Race == nil {
				continue
			}
			in := byLeaf[b.Race.Leaf]
			if in == nil || in.subtree {
				continue
			}
			first := step{in.owner(b.Race.First), b.Race.First}
			second := step{in.owner(b.Race.Second), b.Race.Second}
			if race := [2]step{first, second}; drawn[race] != c {
				drawn[race], ends[first], ends[second] = c, true, true
				d.Arcs = append(d.Arcs, Arc{Cause: c, Branch: b, First: Place{Column: first.Column}, Second: Place{Column: second.Column}})
			}
		}
	}
	if len(d.Arcs) > limit {
		d.Arcs = nil
		return nil
	}
	return ends
}

// owner is the column that has the step at position i of c.
func (c *Column) owner(i int) *Column {
	for c.Trunk != nil && i < c.At {
		c = c.Trunk
	}
	return c
}

// item is the one that has the own step at position i, or what stands behind
// the last step.
func (c *Column) item(i int) *Item {
	for j := range c.Items {
		if item := &c.Items[j]; i < item.To || item.Kind == End || item.Kind == Subtree {
			return item
		}
	}
	return nil
}

// ItemAt is the item in a row, which c must have.
func (c *Column) ItemAt(row int) *Item { return &c.Items[row-c.Join-1] }

func (c *Column) addSteps(t *tree.Tree, fold int, kept map[step]bool) {
	left := map[int]bool{} // positions at which limbs leave
	for _, l := range c.limbs {
		left[l.At] = true
	}
	to := len(c.Steps)
	if c.Gathered != nil {
		return
	}
	if c.subtree {
		to = min(to, c.At+max(1, c.Schedule))
	}
	quiet := func(i int) bool { return !kept[step{c, i}] && i != c.At+c.Schedule-1 && i > c.At }
	for i := c.At; i < to; {
		end := i + 1
		for quiet(i) && end < to && quiet(end) && !left[end] && c.scheduled(end) == c.scheduled(i) {
			end++
		}
		if fold > 1 && end-i >= fold {
			c.add(Item{Kind: Chain, From: i, To: end, Width: TextWidth(ChainText(end-i), TextSize) + 2*Padding, InSchedule: c.scheduled(i)})
			i = end
			continue
		}
		for ; i < end; i++ {
			c.add(Item{
				Kind: Event, From: i, To: i + 1,
				Width:      PillWidth(t.Threads, c.Steps[i]),
				InSchedule: c.scheduled(i),
				Head:       i == c.At+c.Schedule-1,
			})
		}
	}
}

// scheduled reports whether the step at position i is of the schedule of c.
func (c *Column) scheduled(i int) bool { return i < c.At+c.Schedule }

func (c *Column) addEnd() {
	n := len(c.Steps)
	if c.subtree {
		width := max(TriangleMin, TextWidth(c.SizeText(), SmallSize)+2)
		c.add(Item{Kind: Subtree, From: n, To: n, Width: width})
		return
	}
	width := BoldWidth(c.Name, TextSize) + 2*Padding
	if text := c.EndText(); text != "" {
		width = max(width, TextWidth(text, SmallSize)+24)
	}
	c.add(Item{Kind: End, From: n, To: n, Width: width})
}

func (c *Column) add(i Item) {
	i.Row = c.Join + 1 + len(c.Items)
	c.Items = append(c.Items, i)
}

// ChipWidth is the width of the part of an event that names its thread.
func ChipWidth(thread string) float64 { return BoldWidth(thread, TextSize) + 2*Padding - 2 }

// PillWidth is the width of an event.
func PillWidth(threads []string, s trace.Step) float64 {
	return ChipWidth(threads[s.Event.Thread]) + TextWidth(s.Text, TextSize) + 2*Padding
}

// ChainText says how many events were folded.
func ChainText(n int) string { return fmt.Sprintf("%d events", n) }

// SizeText says how many executions a subtree has, as far as they are known.
func (c *Column) SizeText() string {
	size := 0
	for _, b := range c.Stands() {
		size += b.Size
	}
	text := plural(int64(size), "execution")
	if c.partial {
		return "≥ " + text
	}
	return text
}

// EndText says what is remarkable in how the exploration ended, and when it did
// if others that began later ended before; it may be empty.
func (b *Branch) EndText() string {
	switch b.Ending {
	case algos.Redundant:
		return "redundant"
	case algos.Blocked:
		return "asleep"
	case tree.Unfinished:
		return "unfinished"
	}
	var parts []string
	if b.Outcome != model.Complete {
		parts = append(parts, b.Outcome.String())
	}
	if b.Number != int64(b.Executed) {
		parts = append(parts, fmt.Sprintf("visit %d", b.Number))
	}
	return strings.Join(parts, ", ")
}
