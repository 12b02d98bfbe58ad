package lab

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/internal/quiz"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// visitor is the algorithm whose executions stand for the classes of a program: it visits each class once.
const visitor = "pop"

// mostPlayed is the number of executions up to which the classes of a program are counted while a reader schedules it.
const mostPlayed = 2000

// Play is an execution of which a reader chooses each event, and where it is among the classes of the program.
type Play struct {
	quiz.Picture
	Options []Move `json:"options"` // by threads
	Maximal bool   `json:"maximal"`
	Ending  string `json:"ending,omitempty"` // of a maximal execution

	Classes int `json:"classes"` // of the program; 0 if there are too many to count here
	Within  int `json:"within"`  // the classes with an execution that begins like this one; -1 if not known
	Found   int `json:"found"`   // the classes of the reader's executions
	Fresh   int `json:"fresh"`   // of those within, the ones that the reader does not have

	// Of each of the reader's executions: its class, numbered from 1 in the order in which the reader found it.
	Mine []int `json:"mine"`
	// Of a maximal execution.
	Class    int    `json:"class,omitempty"`    // its number, which is Found+1 if the reader has not had it
	Seen     int    `json:"seen,omitempty"`     // the reader's first execution of the class, from 1; 0 if there is none
	Compared int    `json:"compared,omitempty"` // with which of the reader's executions, from 1; 0 if there is none
	Text     string `json:"text,omitempty"`     // how it differs from that

	Next   string `json:"next,omitempty"` // the schedule of an execution of a class that the reader does not have, this execution counted
	Failed string `json:"failed,omitempty"`
}

// Move is a thread that could continue.
type Move struct {
	Word   string `json:"word"` // to be appended to the schedule
	Thread int    `json:"thread"`
	Text   string `json:"text"`            // of its next event
	Waits  string `json:"waits,omitempty"` // why it cannot continue now
}

// Play runs a schedule: the threads of its events in order, by their names in the result, or by their numbers from 1, each with =VALUE
// where it chooses a value. Mine are the schedules of the reader's earlier executions.
func (x Experiment) Play(schedule string, mine []string) Play {
	p, m, err := x.loadSequences()
	if err != nil {
		return Play{Failed: err.Error()}
	}
	g := game{program: p, memory: m}
	t, err := g.follow(schedule)
	if err != nil {
		return Play{Failed: err.Error()}
	}
	play := Play{Picture: quiz.Draw(p, t, ""), Options: g.moves(t, schedule), Maximal: t.Maximal(), Mine: []int{}, Within: -1}
	for _, schedule := range mine {
		if err := g.add(schedule); err != nil {
			return Play{Failed: fmt.Sprintf("an earlier execution, %s: %v", schedule, err)}
		}
	}
	if err := g.judge(&play, t); err != nil {
		return Play{Failed: withoutFlags(err.Error())}
	}
	return play
}

// game has the executions of a program: the reader's, and one of each class.
type game struct {
	program *model.Program
	memory  memory.Model
	mine    []trace.Trace
	first   map[string]int // by class: the reader's first execution of it
	number  map[string]int // by class
	all     []*model.Execution
}

func (g *game) follow(schedule string) (trace.Trace, error) {
	r := trace.Recording{Memory: g.memory}
	for word := range strings.FieldsSeq(schedule) {
		name, value, _ := strings.Cut(word, "=")
		r.Events = append(r.Events, trace.Recorded{Thread: name, Text: " → " + value})
	}
	t, _, err := r.Replay(g.program)
	if misfit, ok := errors.AsType[*trace.MisfitError](err); ok {
		return t, fmt.Errorf("event %d: %s cannot continue there: %s", misfit.Event, misfit.Thread, misfit.Now)
	}
	return t, err
}

// add adds an execution of the reader.
func (g *game) add(schedule string) error {
	t, err := g.follow(schedule)
	if err != nil {
		return err
	}
	if g.first == nil {
		g.first, g.number = map[string]int{}, map[string]int{}
	}
	g.mine = append(g.mine, t)
	if key := g.key(t); g.first[key] == 0 {
		g.first[key] = len(g.mine)
		g.number[key] = len(g.first)
	}
	return nil
}

func (g *game) key(t trace.Trace) string { return g.program.ClassKey(t.Events()) }

// judge completes play, of the trace t.
func (g *game) judge(play *Play, t trace.Trace) error {
	if err := g.count(); err != nil {
		return err
	}
	for _, one := range g.mine {
		play.Mine = append(play.Mine, g.number[g.key(one)])
	}
	play.Found = len(g.first)
	play.Classes = len(g.all)
	if len(g.all) > 0 && !g.memory.Buffers() {
		play.Within, play.Fresh = g.within(t.Events())
	}
	now := ""
	if play.Maximal {
		now = g.key(t)
	}
	if missing := slices.IndexFunc(g.all, func(e *model.Execution) bool { return g.first[e.Key()] == 0 && e.Key() != now }); missing >= 0 {
		if shown, err := trace.Of(g.program, g.memory, g.all[missing].Events()); err == nil {
			play.Next = words(shown)
		}
	}
	if play.Maximal {
		g.place(play, t)
	}
	return nil
}

// place says which class an execution is of.
func (g *game) place(play *Play, t trace.Trace) {
	play.Ending = strings.TrimSpace(t.Ending())
	key := g.key(t)
	play.Class, play.Seen = g.number[key], g.first[key]
	if play.Seen == 0 {
		play.Class = len(g.first) + 1
	}
	if play.Compared = play.Seen; play.Compared == 0 {
		play.Compared = len(g.mine)
	}
	if play.Compared > 0 {
		play.Text = quiz.Compare(g.program, t, g.mine[play.Compared-1]).Text
	}
}

// count visits an execution of each class, unless there are too many.
func (g *game) count() error {
	a, _ := catalog.Lookup(visitor)
	_, err := a.New(algos.Options{Memory: g.memory}).Explore(newClock(Bounds{Seconds: 5, Megabytes: 200}, nil), g.program, func(e *model.Execution) error {
		if len(g.all) == mostPlayed {
			return errEnough
		}
		g.all = append(g.all, e.Clone())
		return nil
	})
	if err != nil && (len(g.all) == mostPlayed || strings.HasPrefix(err.Error(), "stopped")) {
		g.all = nil
		return nil
	}
	return err
}

// within counts the classes with an execution that begins with events, and how many of them the reader lacks.
func (g *game) within(events []event.Event) (n, fresh int) {
	for _, e := range g.all {
		if !event.Begins(events, e.Events()) {
			continue
		}
		if n++; g.first[e.Key()] == 0 {
			fresh++
		}
	}
	return n, fresh
}

// moves are the threads that have a next event after a schedule.
func (g *game) moves(t trace.Trace, schedule string) []Move {
	all := []Move{}
	for _, s := range t.Stops {
		if s.Why != trace.Ready && s.Why != trace.Blocked {
			continue
		}
		m := Move{Word: word(t, s.Thread), Thread: int(s.Thread), Text: s.Text}
		if s.Why == trace.Blocked {
			m.Waits = t.Reason(s)
			all = append(all, m)
			continue
		}
		for value := range max(1, s.Values) {
			m := m
			if s.Values > 0 {
				m.Word += "=" + strconv.Itoa(int(value))
			}
			if after, err := g.follow(schedule + " " + m.Word); err == nil {
				m.Text = after.Steps[len(after.Steps)-1].Text
			}
			all = append(all, m)
		}
	}
	return all
}

// word is a thread in a schedule: its name, or its number if the name is not one word.
func word(t trace.Trace, id event.ThreadID) string {
	name := t.Threads[id]
	if name == "" || strings.ContainsAny(name, " =\t\n") {
		return strconv.Itoa(int(id) + 1)
	}
	return name
}

// words is the schedule of a trace.
func words(t trace.Trace) string {
	var all []string
	for _, s := range t.Steps {
		next := word(t, s.Event.Thread)
		if s.Event.Kind == event.Choice {
			next += "=" + strconv.Itoa(int(s.Event.Value()))
		}
		all = append(all, next)
	}
	return strings.Join(all, " ")
}
