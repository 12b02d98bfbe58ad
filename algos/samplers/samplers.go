// Package samplers runs a program again and again, each time in an execution that is drawn by lot.
//
// A Sampler chooses which thread comes next. There is a file for each, written like the algorithm of its paper.
// [New] makes an explorer of one. [Exact] calculates with what probability one draws each class of executions, from
// the same code: a Sampler takes every decision by a [Dice], and Exact follows all ways in which they can fall.
//
// Package sampling draws evenly from the classes. It has to know the states of the program for that; a Sampler
// needs no more than what a tester's scheduler sees.
package samplers

import (
	"slices"
	"strconv"
	"strings"

	"dporbench/model/event"
	"dporbench/model/machine"
)

// Sampler draws executions, one after the other. It belongs to one machine and one goroutine.
//
// For each execution Begin is called first. Then, while threads are enabled, Next chooses one of them, and Done is
// called with the event that it did. All that is left to chance must come from the Dice.
type Sampler interface {
	Begin(d Dice)
	// Next returns one of the enabled threads, of which there is at least one.
	Next(m *machine.Machine, enabled []event.ThreadID, d Dice) event.ThreadID
	Done(m *machine.Machine, e event.Event)
}

// Independent is a Sampler that keeps nothing from one execution to the next, and whose distribution can so be
// calculated.
type Independent interface {
	Sampler
	// Copy returns a Sampler that goes on as this one does, and shares nothing with it that changes.
	Copy() Independent
	// AppendState appends what the choices to come depend on, apart from the class of the events so far. Priorities
	// that the Dice has drawn are appended as what rank says of them.
	AppendState(state []byte, rank func(priority float64) int) []byte
}

// Method is a way to sample.
type Method struct {
	Name  string
	Paper string // authors, title, where and when published
	Doc   string // one line
	// Profiled says that New needs a Profile; otherwise it is ignored.
	Profiled bool
	// Placed says that a Sampler wants to know the source lines of events: algos.Options.Places.
	Placed bool
	New    func(*Profile) Sampler
}

// Even is the name of what is no Sampler: an even draw from the classes, to compare with.
const Even = "even"

// methods are those with a name of their own; see Lookup for PCT of other depths.
func methods() []Method {
	return []Method{
		{
			Name:  "random-walk",
			Paper: "no paper: every step drawn by lot",
			Doc:   "any enabled thread, all with the same probability",
			New:   func(*Profile) Sampler { return &Walk{} },
		},
		pctOf(defaultDepth, "pct"),
		{
			Name:  "pos",
			Paper: "Yuan, Yang, Gu, Partial Order Aware Concurrency Sampling, CAV 2018",
			Doc:   "each event has a priority, drawn anew when a conflicting event comes first",
			New:   func(*Profile) Sampler { return &POS{} },
		},
		{
			Name:     "urw",
			Paper:    "Zhao, Wolff, Mathur, Roychoudhury, Selectively Uniform Concurrency Testing, ASPLOS 2025",
			Doc:      "a thread with the probability that it has of the events that are left",
			Profiled: true,
			New:      func(p *Profile) Sampler { return &URW{Profile: p} },
		},
		{
			Name:     "surw",
			Paper:    "Zhao, Wolff, Mathur, Roychoudhury, Selectively Uniform Concurrency Testing, ASPLOS 2025",
			Doc:      "urw of the accesses to one object, drawn anew each time; anything else as it comes",
			Profiled: true,
			New:      func(p *Profile) Sampler { return &SURW{Profile: p} },
		},
		{
			Name:   "rff",
			Paper:  "Wolff, Shi, Duck, Mathur, Roychoudhury, Greybox Fuzzing for Concurrency Testing, ASPLOS 2024",
			Doc:    "pos towards what reads should read from, which is varied where it led to something new",
			Placed: true,
			New:    func(*Profile) Sampler { return &RFF{} },
		},
	}
}

// defaultDepth is the d of the method pct.
const defaultDepth = 3

func pctOf(depth int, name string) Method {
	return Method{
		Name:     name,
		Paper:    "Burckhardt, Kothari, Musuvathi, Nagarakatte, A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010",
		Doc:      "each thread has a priority, lowered at " + strconv.Itoa(depth-1) + " random places; pct-D has D-1",
		Profiled: true,
		New: func(p *Profile) Sampler {
			return &PCT{Depth: depth, Length: p.Longest}
		},
	}
}

// Names are the names of all methods but those of PCT with another depth.
func Names() (names []string) {
	for _, m := range methods() {
		names = append(names, m.Name)
	}
	return names
}

// Lookup finds a method by its name: one of Names, or pct-D for PCT that finds bugs of depth D, from 1 to 99.
func Lookup(name string) (Method, bool) {
	if depth, ok := strings.CutPrefix(name, "pct-"); ok {
		d, err := strconv.Atoi(depth)
		return pctOf(d, name), err == nil && d > 0 && d < 100 && strconv.Itoa(d) == depth
	}
	all := methods()
	i := slices.IndexFunc(all, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return Method{}, false
	}
	return all[i], true
}
