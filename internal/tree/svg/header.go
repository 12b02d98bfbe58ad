package svg

import (
	"slices"

	"dporbench/internal/tree/layout"
)

const (
	margin     = 14
	noteLine   = 16.0
	legendLine = 28.0
	legendMin  = 420.0 // the least width of the header, even above a narrow tree
)

// header is the title and the legend: entries in lines, each with its place.
type header struct {
	entries       []entry
	notes         []string
	width, height float64
}

type entry struct {
	x, y, width float64
	draw        func(p *picture, x, y float64)
}

func (p *picture) header() *header {
	h := &header{notes: []string{p.Counts()}}
	if visits := p.Visits(); visits != "" {
		h.notes = append(h.notes, visits)
	}
	h.width = max(p.Width, legendMin, layout.BoldWidth(p.Title(), 16))
	for _, note := range h.notes {
		h.width = max(h.width, layout.TextWidth(note, layout.TextSize))
	}
	x, y := 0.0, 46+noteLine*float64(len(h.notes))
	for _, e := range p.legend() {
		if x > 0 && x+e.width > h.width {
			x, y = 0, y+legendLine
		}
		e.x, e.y = x, y
		h.entries = append(h.entries, e)
		x += e.width + 16
	}
	h.height = y + legendLine
	return h
}

func (h *header) draw(p *picture) {
	p.text("title", 0, 15, p.Title())
	for i, note := range h.notes {
		p.text("note", 0, 35+noteLine*float64(i), note)
	}
	for _, e := range h.entries {
		e.draw(p, e.x, e.y)
	}
	p.printf("\n")
}

func (p *picture) legend() []entry {
	var entries []entry
	for i, name := range p.Tree.Threads {
		width := layout.ChipWidth(name)
		entries = append(entries, entry{width: width, draw: func(p *picture, x, y float64) {
			p.printf(`<g class="t%d"><rect class="chip" x="%.1f" y="%.1f" width="%.1f" height="20" rx="5"/>`, i, x, y-10, width)
			p.text("thread", x+width/2, y+4.2, name)
			p.printf("</g>")
		}})
	}
	has := func(is func(c *layout.Branch) bool) bool { return slices.ContainsFunc(p.Columns, is) }
	scheduled := has(func(c *layout.Branch) bool { return c.Schedule > 0 })
	mark := func(shown bool, width float64, text string, draw func(p *picture, x, y float64)) {
		if !shown {
			return
		}
		entries = append(entries, entry{width: width + 6 + layout.TextWidth(text, layout.TextSize), draw: func(p *picture, x, y float64) {
			draw(p, x, y)
			p.text("note", x+width+6, y+4.2, text)
		}})
	}
	mark(scheduled, 24, "schedule", func(p *picture, x, y float64) {
		p.printf(`<rect class="schedule" x="%.1f" y="%.1f" width="24" height="20" rx="6"/>`, x, y-10)
	})
	mark(scheduled, 24, "its head", func(p *picture, x, y float64) {
		p.printf(`<g class="head t0"><rect class="pill" x="%.1f" y="%.1f" width="24" height="16" rx="5"/></g>`, x, y-8)
	})
	race := "race that a branch reverses"
	if p.Tree.Memory.Graphs() {
		race = "pair that is in rf or mo where a branch leads, or no longer is"
	}
	mark(len(p.Arcs) > 0, 30, race, func(p *picture, x, y float64) {
		p.printf(`<g class="race"><path d="M%.1f %.1fh24"/><path class="tip" d="M%.1f %.1fl-7 -3.5v7z"/></g>`, x, y, x+30, y)
	})
	mark(has(func(c *layout.Branch) bool { return c.Subtree }), 22, "subtree", func(p *picture, x, y float64) {
		p.printf(`<g class="subtree"><path d="M%.1f %.1fl11 18h-22z"/></g>`, x+11, y-9)
	})
	givenUp := has(func(c *layout.Branch) bool { return !c.Subtree && c.GivenUp() })
	mark(givenUp, 20, "given up: a sleep set says that it is explored elsewhere", func(p *picture, x, y float64) {
		p.printf(`<g class="nothing"><rect x="%.1f" y="%.1f" width="20" height="18" rx="5"/><path class="cross" d="%s"/></g>`, x, y-9, cross(x+10, y))
	})
	return entries
}
