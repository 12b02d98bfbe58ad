package graph

import (
	"slices"
	"strings"

	"dporbench/internal/tree/layout"
	"dporbench/model/event"
	"dporbench/trace"
)

const (
	tall  = 24 // a node
	row   = 54 // from one node to the next
	first = 52 // the middle of the first row
	apart = 84 // columns
)

// drawing is a picture with places.
type drawing struct {
	Picture
	columns       []column // of the threads that have events, by ThreadID
	nodes         []*node
	at            map[int]*node // by step
	arrows        []*arrow
	width, height float64
}

type column struct {
	thread        event.ThreadID
	name          string
	x, width, end float64 // the middle, the width of the head, and where po ends
	wide          float64 // the width of the widest node
}

// node is an event, or where a thread stopped.
type node struct {
	column, level, number int
	thread                event.ThreadID
	x, y, width           float64
	text, class           string
}

// place returns a drawing of p without arrows. An event is below its thread's events before it, and below the event that it reads from.
func place(p Picture) *drawing {
	d := &drawing{Picture: p, at: map[int]*node{}}
	steps := p.Trace.Steps
	level := make([]int, len(steps)) // the first one that is free below it
	last := map[event.ThreadID]int{}
	for i, s := range steps {
		t := s.Event.Thread
		lowest := last[t]
		for _, r := range p.Relations {
			if r.To == i && r.From < i && (r.Name == "rf" || r.Name == "sw") {
				lowest = max(lowest, level[r.From])
			}
		}
		if level[i] = lowest; !s.Minor {
			d.at[i] = d.add(t, lowest, text(s), "event")
			d.at[i].number = int(s.Event.Index)
			level[i]++
		}
		last[t] = level[i]
	}
	for _, s := range p.Trace.Stops {
		if s.Why != trace.Ready {
			d.add(s.Thread, last[s.Thread], s.Brief(), "stop")
		}
	}
	d.arrange()
	return d
}

// text is a step, without the write that it refers to, since arrows show that; but no arrow comes from the start, from which a read may be.
func text(s trace.Step) string {
	if _, _, ok := s.Event.RefersTo(); !ok && s.Event.Kind != event.Write {
		return s.Text
	}
	return strings.TrimSuffix(s.Text, s.Write)
}

func (d *drawing) add(t event.ThreadID, level int, text, class string) *node {
	n := &node{level: level, thread: t, text: text, class: class, width: max(40, layout.TextWidth(text, 12)+22)}
	d.nodes = append(d.nodes, n)
	return n
}

// arrange gives columns and nodes their places.
func (d *drawing) arrange() {
	x := 10.0
	for t, name := range d.Trace.Threads {
		own := slices.DeleteFunc(slices.Clone(d.nodes), func(n *node) bool { return n.thread != event.ThreadID(t) })
		if len(own) == 0 {
			continue
		}
		c := column{thread: event.ThreadID(t), name: name, width: layout.BoldWidth(name, 12) + 16, end: first}
		wide := c.width
		for _, n := range own {
			wide = max(wide, n.width)
		}
		c.x, c.wide = x+wide/2, wide
		for _, n := range own {
			n.column, n.x, n.y = len(d.columns), c.x, first+row*float64(n.level)
			c.end = max(c.end, n.y)
		}
		d.columns = append(d.columns, c)
		x += wide + apart
		d.height = max(d.height, c.end)
	}
	words := 1.1 * max(layout.BoldWidth(d.Caption, 13), layout.TextWidth(d.Verdict, 12))
	d.width, d.height = max(x-apart/3, words)+2*margin, d.height+tall+head+2*margin
}
