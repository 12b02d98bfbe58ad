package svg

import (
	"cmp"
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
	"dporbench/model"
)

// line draws the line along the items of a column, from where it leaves its trunk.
func (p *picture) line(c *layout.Branch) {
	const bend = 7
	last := c.Items[len(c.Items)-1]
	if c.Trunk == nil {
		p.printf(`<path class="line" d="M%.1f %.1fV%.1f"/><circle class="root" cx="%.1f" cy="%.1f" r="4.5"/>`+"\n",
			c.X, layout.JoinY(-1), layout.Y(last.Row), c.X, layout.JoinY(-1))
		return
	}
	y := layout.JoinY(c.Join)
	p.printf(`<path class="line" d="M%.1f %.1fH%.1fq%d 0 %d %dV%.1f"><title>%s</title></path>`+"\n",
		c.Trunk.X, y, c.X-bend, bend, bend, bend, layout.Y(last.Row), layout.Escape(p.Explain(c)))
}

func (p *picture) column(c *layout.Branch) {
	class := "branch"
	if !c.Subtree && c.GivenUp() {
		class = "branch given-up"
	}
	p.printf(`<g class="%s">`, class)
	p.schedule(c)
	for _, item := range c.Items {
		switch item.Kind {
		case layout.Event:
			p.event(c, item)
		case layout.Chain:
			p.chain(c, item)
		case layout.End:
			p.end(c, item)
		case layout.Subtree:
			p.subtree(c, item)
		}
	}
	p.printf("</g>\n")
}

// schedule draws the common background of the events of a schedule.
func (p *picture) schedule(c *layout.Branch) {
	var rows []int
	for _, i := range c.Items {
		if i.InSchedule {
			rows = append(rows, i.Row)
		}
	}
	if len(rows) == 0 {
		return
	}
	const around = 4.0
	height := layout.ItemHeight + 2*around + layout.Pitch*float64(rows[len(rows)-1]-rows[0])
	p.printf(`<rect class="schedule" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="8"/>`,
		c.X-c.Width/2-around, top(rows[0])-around, c.Width+2*around, height)
}

// event draws a chip with the name of a thread, and its step. A head of a schedule has a single colour.
func (p *picture) event(c *layout.Branch, i layout.Item) {
	s := c.Steps[i.From]
	thread := p.Tree.Threads[s.Event.Thread]
	class := "event"
	if i.Head {
		class = "event head"
	}
	left, chip := c.X-i.Width/2, layout.ChipWidth(thread)
	p.printf(`<g class="%s t%d"><title>%s (step %d)</title>`, class, s.Event.Thread, layout.Escape(tree.StepText(p.Tree.Threads, s)), i.From+1)
	p.printf(`<rect class="pill" x="%.1f" y="%.1f" width="%.1f" height="%.0f" rx="5"/>`, left, top(i.Row), i.Width, layout.ItemHeight)
	p.printf(`<path class="chip" d="M%.1f %.1fh%.1fv%.0fh%.1fa5 5 0 0 1 -5 -5v%.0fa5 5 0 0 1 5 -5z"/>`,
		left+5, top(i.Row), chip-5, layout.ItemHeight, 5-chip, 10-layout.ItemHeight)
	p.text("thread", left+chip/2, base(i.Row), thread)
	p.text("does", left+chip+(i.Width-chip)/2, base(i.Row), s.Text)
	p.printf("</g>")
}

// chain draws a folded chain; pointing at it shows its first steps.
func (p *picture) chain(c *layout.Branch, i layout.Item) {
	const shown = 30
	var steps []string
	for _, s := range c.Steps[i.From:min(i.To, i.From+shown)] {
		steps = append(steps, tree.StepText(p.Tree.Threads, s))
	}
	if more := i.To - i.From - shown; more > 0 {
		steps = append(steps, fmt.Sprintf("and %d more", more))
	}
	p.printf(`<g><title>%s</title><rect class="chain" x="%.1f" y="%.1f" width="%.1f" height="%.0f" rx="5"/>`,
		layout.Escape(strings.Join(steps, "\n")), c.X-i.Width/2, top(i.Row), i.Width, layout.ItemHeight)
	p.text("folded", c.X, base(i.Row), layout.ChainText(i.To-i.From))
	p.printf("</g>")
}

func (p *picture) end(c *layout.Branch, i layout.Item) {
	y := layout.Y(i.Row)
	text := c.EndText()
	p.printf(`<g class="end %s"><title>%s</title>`, endClass(c), layout.Escape(p.Explain(c)))
	if text == "" {
		p.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.0f" rx="11"/>`, c.X-i.Width/2, top(i.Row), i.Width, layout.ItemHeight)
		p.text("name", c.X, base(i.Row), c.Name)
	} else if c.Name != "" {
		p.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="30" rx="8"/>`, c.X-i.Width/2, y-14, i.Width)
		p.text("name", c.X, y-1, c.Name)
		p.text("why", c.X, y+11, text)
	} else {
		p.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="20" rx="5"/>`, c.X-i.Width/2, y-10, i.Width)
		if c.GivenUp() {
			p.printf(`<path class="cross" d="%s"/>`, cross(c.X-i.Width/2+10, y))
		}
		p.text("why", c.X+7, y+3.5, text)
	}
	p.printf("</g>")
}

func cross(x, y float64) string { return fmt.Sprintf("M%.1f %.1fl7 7m0 -7l-7 7", x-3.5, y-3.5) }

func endClass(c *layout.Branch) string {
	if c.Ending != algos.Executed {
		return "nothing"
	}
	if c.Outcome.IsStuck() {
		return model.Deadlocked.String() // all of them look alike
	}
	return c.Outcome.String()
}

func (p *picture) subtree(c *layout.Branch, i layout.Item) {
	const height, half = 34.0, 24.0
	y := top(i.Row)
	p.printf(`<g class="subtree"><title>%s</title><path d="M%.1f %.1fl%.0f %.0fh%.0fz"/>`,
		layout.Escape(p.Explain(c)), c.X, y, half, height, -2*half)
	p.text("name", c.X, y+height-7, c.Name)
	p.text("size", c.X, y+height+13, p.SizeText(c))
	p.printf("</g>")
}

// arc draws a race: from its first event, along the column of the second, to the second.
func (p *picture) arc(a *layout.Arc) {
	const bend = 6
	y1, y2 := a.First.Y(), a.Second.Y()
	start, turn := a.First.LeftEdge(), -bend
	if a.First.Column != a.Second.Column {
		start, turn = a.First.RightEdge(), bend
	}
	p.printf(`<g class="race"><title>%s reverses the race %s</title>`, layout.Escape(cmp.Or(a.Cause.Name, "a branch that was given up")), layout.Escape(a.Branch.RaceText(p.Tree.Threads)))
	p.printf(`<path d="M%.1f %.1fH%.1fq%d 0 %d %dV%.1fq0 %d %d %dH%.1f"/>`,
		start, y1, a.Left-float64(turn), turn, turn, bend, y2-bend, bend, bend, bend, a.Second.LeftEdge()-5)
	p.printf(`<path class="tip" d="M%.1f %.1fl-7 -3.5v7z"/>`, a.Second.LeftEdge()-0.5, y2)
	if a.Cause.Name != "" {
		p.text("cause", a.Label.X, a.Label.Y+3, a.Cause.Name)
	} else {
		p.printf(`<path class="cross" d="%s"/>`, cross(a.Label.X, a.Label.Y))
	}
	p.printf("</g>\n")
}

func (p *picture) text(class string, x, y float64, text string) {
	p.printf(`<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, x, y, layout.Escape(text))
}

// top and base are the y of an item's box and of its text.
func top(row int) float64  { return layout.Y(row) - layout.ItemHeight/2 }
func base(row int) float64 { return layout.Y(row) + 4.2 }
