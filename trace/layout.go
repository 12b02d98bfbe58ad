package trace

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"dporbench/model/event"
	"dporbench/model/order"
)

// Layout configures the drawing of a trace.
type Layout struct {
	List  bool // one column for all threads, and one for their names
	Width int  // a wider trace, in cells of a terminal, is drawn as a List; 0 is no bound
	// Last, if not 0, bounds the number of events drawn: only the last ones are.
	Last int
	// Races, if not nil, are drawn next to the events: see [Trace.Races].
	Races [][]int
	// Places draws the lines of the source next to the events.
	Places bool
}

// Draw writes the trace as text: an event a line, with its position, in the
// column of its thread; then how the execution ended, and where the threads are
// that stopped before their end.
func (t Trace) Draw(w io.Writer, l Layout) error {
	d := drawing{t, l}
	lines := d.lines()
	g := d.columns(lines)
	if l.List || l.Width > 0 && g.width() > l.Width {
		g = d.list(lines)
	}
	_, err := io.WriteString(w, g.String()+"\n"+t.Ending())
	return err
}

type drawing struct {
	Trace
	layout Layout
}

// line is an event, or threads that have stopped.
type line struct {
	step    int    // the place of the event in Steps, or order.None
	place   string // in the source
	entries []entry
}

type entry struct {
	thread event.ThreadID
	text   string
}

// lines returns the lines of the events that are drawn, each followed by one in which its
// thread has failed or stopped at a false Assume, if it has; and a last one in which the
// other stopped threads wait.
func (d drawing) lines() []line {
	last := map[event.ThreadID]int{} // event of each thread
	for i, s := range d.Steps {
		last[s.Event.Thread] = i
	}
	halted := map[int]Stop{} // by the event before
	var waiting []entry
	for _, s := range d.Stops {
		if i, ran := last[s.Thread]; ran && i >= d.hidden() && (s.Why == Failed || s.Why == AssumeFalse) {
			halted[i] = s
		} else {
			waiting = append(waiting, entry{s.Thread, s.Brief()})
		}
	}
	var lines []line
	if d.hidden() == 0 {
		lines = d.issuedAtStart()
	}
	for i := d.hidden(); i < len(d.Steps); i++ {
		e := d.Steps[i].Event
		t := e.Thread
		if !d.Steps[i].Minor || i < len(d.layout.Races) && len(d.layout.Races[i]) > 0 {
			lines = append(lines, line{i, d.Steps[i].Place, []entry{{t, plain(d.Steps[i].Text)}}})
		}
		if e.Kind == event.Spawn {
			lines = appendIssued(lines, d.issued(event.ThreadID(e.Object), 0))
		}
		if !e.IsFlush() {
			lines = appendIssued(lines, d.issued(t, e.Index))
		}
		if s, ok := halted[i]; ok {
			lines = append(lines, line{order.None, s.Place, []entry{{t, s.Brief()}}})
		}
	}
	if waiting != nil {
		lines = append(lines, line{order.None, "", waiting})
	}
	return lines
}

// issuedAtStart returns the first stores of the threads that exist from the start.
func (d drawing) issuedAtStart() (lines []line) {
	spawned := map[int32]bool{}
	for _, s := range d.Steps {
		if s.Event.Kind == event.Spawn {
			spawned[s.Event.Object] = true
		}
	}
	for t := range event.ThreadID(len(d.Threads)) {
		if !spawned[int32(t)] {
			lines = appendIssued(lines, d.issued(t, 0))
		}
	}
	return lines
}

func appendIssued(lines []line, stores []entry) []line {
	for _, s := range stores {
		lines = append(lines, line{step: order.None, entries: []entry{s}})
	}
	return lines
}

// columns returns a grid with a column for each thread that has something to show. A bar
// runs down it for as long as the thread is between two of its entries.
func (d drawing) columns(lines []line) *grid {
	g := d.newGrid()
	lives := d.lives(lines)
	column := make([]int, len(lives))
	for t, life := range lives {
		if life.last >= 0 {
			column[t] = len(g.header)
			g.header = append(g.header, plain(d.Threads[t]))
		}
	}
	for i, line := range lines {
		row := make([]string, len(g.header))
		copy(row, d.margin(line))
		for t, life := range lives {
			if life.first < i && i < life.last {
				row[column[t]] = "│"
			}
		}
		for _, e := range line.entries {
			row[column[e.thread]] = e.text
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// life is the first and the last line in which a thread has an entry; a thread
// that has none has no life, and one with an event that is not drawn begins
// before the first line.
type life struct{ first, last int }

func (d drawing) lives(lines []line) []life {
	lives := make([]life, len(d.Threads))
	for t := range lives {
		lives[t] = life{len(lines), -1}
	}
	for i, line := range lines {
		for _, e := range line.entries {
			lives[e.thread].first, lives[e.thread].last = min(lives[e.thread].first, i), i
		}
	}
	for _, s := range d.Steps[:d.hidden()] {
		lives[s.Event.Thread].first = -1
	}
	return lives
}

// list returns a grid with a column of threads, named where they change, and a column of their steps.
func (d drawing) list(lines []line) *grid {
	g := d.newGrid()
	g.header = append(g.header, "thread", "")
	last := event.NoThread
	for _, line := range lines {
		for _, e := range line.entries {
			name := ""
			if e.thread != last {
				name, last = plain(d.Threads[e.thread]), e.thread
			}
			g.rows = append(g.rows, append(d.margin(line), name, e.text))
		}
	}
	return g
}

// newGrid returns a grid with the columns next to the events.
func (d drawing) newGrid() *grid {
	g := &grid{header: []string{""}}
	if d.layout.Races != nil {
		g.header = append(g.header, "races with")
	}
	if d.layout.Places {
		g.header = append(g.header, "at")
	}
	g.lead = len(g.header)
	if n := d.hidden(); n > 0 {
		g.before = fmt.Sprintf("… %d earlier", n)
	}
	return g
}

func (d drawing) margin(l line) []string {
	number, races := "", ""
	if l.step != order.None {
		number = strconv.Itoa(l.step + 1)
	}
	columns := []string{number}
	if d.layout.Races != nil {
		if l.step != order.None {
			races = positions(d.layout.Races[l.step])
		}
		columns = append(columns, races)
	}
	if d.layout.Places {
		columns = append(columns, l.place)
	}
	return columns
}

func positions(places []int) string {
	words := make([]string, len(places))
	for i, p := range places {
		words[i] = strconv.Itoa(p + 1)
	}
	return strings.Join(words, " ")
}

func (d drawing) hidden() int {
	if d.layout.Last == 0 {
		return 0
	}
	return max(0, len(d.Steps)-d.layout.Last)
}

// plain returns text, quoted if it has characters that would spoil a line.
func plain(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return text
	}
	return strconv.Quote(text)
}
