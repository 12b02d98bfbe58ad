package layout

import (
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/internal/tree"
	"dporbench/model"
)

func (d *Drawing) fill(o Options) {
	kept := d.races(o.Races)
	for _, c := range d.Columns {
		c.Join = -1
		if c.Trunk != nil && c.At > 0 {
			c.Join = c.Trunk.item(c.At - 1).Row
		}
		c.addSteps(d.Tree, o.Fold, kept)
		d.addEnd(c)
		c.align()
	}
}

func (c *Branch) align() {
	var events []*Item
	for i := range c.Items {
		if item := &c.Items[i]; item.Kind == Event || item.Kind == Chain {
			events = append(events, item)
			c.Width = max(c.Width, item.Width)
		}
	}
	for _, item := range events {
		item.Width = c.Width
	}
}

// item returns the item with the own step at position i, or the one after the
// last step.
func (c *Branch) item(i int) *Item {
	for j := range c.Items {
		if item := &c.Items[j]; i < item.To || item.Kind == End || item.Kind == Subtree {
			return item
		}
	}
	return nil
}

func (c *Branch) addSteps(t *tree.Tree, fold int, kept map[Place]bool) {
	to := len(c.Steps)
	switch {
	case c.Gathered != nil:
		return
	case c.Subtree:
		to = min(to, c.At+max(1, c.Schedule))
	}
	left := map[int]bool{} // positions at which limbs leave
	for _, l := range c.Limbs {
		left[l.At] = true
	}
	for i := c.At; i < to; {
		end := c.chain(i, to, kept, left)
		if fold > 0 && end-i >= fold {
			c.add(Item{Kind: Chain, From: i, To: end, Width: TextWidth(ChainText(end-i), TextSize) + 2*Padding, InSchedule: c.scheduled(i)})
			i = end
			continue
		}
		for ; i < end; i++ {
			c.add(Item{
				Kind: Event, From: i, To: i + 1,
				Width:      ChipWidth(t.Threads[c.Steps[i].Event.Thread]) + TextWidth(c.Steps[i].Text, TextSize) + 2*Padding,
				InSchedule: c.scheduled(i),
				Head:       i == c.At+c.Schedule-1,
			})
		}
	}
}

// chain returns the end of the chain that begins at position i: one step at which
// something happens, or several, before to, at which nothing does.
func (c *Branch) chain(i, to int, kept map[Place]bool, left map[int]bool) int {
	quiet := func(i int) bool { return !kept[Place{c, i}] && i != c.At+c.Schedule-1 && i > c.At }
	end := i + 1
	for quiet(i) && end < to && quiet(end) && !left[end] && c.scheduled(end) == c.scheduled(i) {
		end++
	}
	return end
}

func (c *Branch) scheduled(i int) bool { return i < c.At+c.Schedule }

func (d *Drawing) addEnd(c *Branch) {
	n := len(c.Steps)
	if c.Subtree {
		width := max(TriangleMin, TextWidth(d.SizeText(c), SmallSize)+2)
		c.add(Item{Kind: Subtree, From: n, To: n, Width: width})
		return
	}
	width := BoldWidth(c.Name, TextSize) + 2*Padding
	if text := c.EndText(); text != "" {
		width = max(width, TextWidth(text, SmallSize)+24)
	}
	c.add(Item{Kind: End, From: n, To: n, Width: width})
}

func (c *Branch) add(i Item) {
	i.Row = c.Join + 1 + len(c.Items)
	c.Items = append(c.Items, i)
}

// ChipWidth is the width of the part of an event that names its thread.
func ChipWidth(thread string) float64 { return BoldWidth(thread, TextSize) + 2*Padding - 2 }

// ChainText is the text of a chain of n events.
func ChainText(n int) string { return fmt.Sprintf("%d events", n) }

// SizeText says how many executions a subtree has, as far as is known.
func (d *Drawing) SizeText(c *Branch) string {
	size := 0
	for _, b := range c.Stands() {
		size += b.Size
	}
	text := plural(int64(size), "execution")
	if !d.Tree.Complete || d.Tree.More > 0 {
		return "≥ " + text
	}
	return text
}

// EndText says how the exploration ended, unless it was complete, and its number
// as a visit, if that is not Executed; it may be empty.
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
