// Package samplers runs a program repeatedly, each time in an execution drawn at random.
//
// A Sampler chooses which thread comes next. There is a file for each, written like the algorithm of its paper.
// [New] makes an explorer of one. [Exact] calculates the probability with which one draws each class of executions,
// from the same code: a Sampler makes every random decision with a [Dice], and Exact follows all outcomes.
//
// Package sampling draws evenly from the classes. For that it needs the states of the program; a Sampler
// needs only the events that a testing scheduler sees.
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
// called with the event that it did. All randomness must come from the Dice.
type Sampler interface {
	Begin(d Dice)
	// Next returns one of the enabled threads, of which there is at least one.
	Next(m *machine.Machine, enabled []event.ThreadID, d Dice) event.ThreadID
	Done(m *machine.Machine, e event.Event)
}

// Independent is a Sampler that keeps nothing from one execution to the next, so that its distribution can be
// calculated.
type Independent interface {
	Sampler
	// Copy returns a Sampler that continues as this one does, and shares no mutable state with it.
	Copy() Independent
	// AppendState appends the data that the choices to come depend on, apart from the class of the events so far.
	// Priorities that the Dice has drawn are appended as their ranks.
	AppendState(state []byte, rank func(priority float64) int) []byte
}

// Method is a way to sample.
type Method struct {
	Name  string
	Paper string // authors, title, where and when published
	Doc   string // one line
	// Profiled says that New needs a Profile; otherwise it is ignored.
	Profiled bool
	// Placed says that a Sampler uses the source lines of events: algos.Options.Places.
	Placed bool
	New    func(*Profile) Sampler
}

// Even names an even draw from the classes, for comparison; it is not a Sampler.
const Even = "even"

// methods are those with a name of their own; see Lookup for PCT of other depths.
func methods() []Method {
	return []Method{
		{
			Name:  "random-walk",
			Paper: "no paper: each step chosen at random",
			Doc:   "any enabled thread, all with the same probability",
			New:   func(*Profile) Sampler { return &Walk{} },
		},
		pctOf(defaultDepth, "pct"),
		{
			Name:  "pos",
			Paper: "Yuan, Yang, Gu, Partial Order Aware Concurrency Sampling, CAV 2018",
			Doc:   "each event has a priority, drawn again when a conflicting event comes first",
			New:   func(*Profile) Sampler { return &POS{} },
		},
		{
			Name:     "urw",
			Paper:    "Zhao, Wolff, Mathur, Roychoudhury, Selectively Uniform Concurrency Testing, ASPLOS 2025",
			Doc:      "a thread with a probability equal to its share of the events left",
			Profiled: true,
			New:      func(p *Profile) Sampler { return &URW{Profile: p} },
		},
		{
			Name:     "surw",
			Paper:    "Zhao, Wolff, Mathur, Roychoudhury, Selectively Uniform Concurrency Testing, ASPLOS 2025",
			Doc:      "urw for the accesses to one object, drawn for each execution; the rest at random",
			Profiled: true,
			New:      func(p *Profile) Sampler { return &SURW{Profile: p} },
		},
		{
			Name:   "rff",
			Paper:  "Wolff, Shi, Duck, Mathur, Roychoudhury, Greybox Fuzzing for Concurrency Testing, ASPLOS 2024",
			Doc:    "pos, steered towards what reads should read from, varied where that led to something new",
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

// Names are the names of all methods except PCT with another depth.
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
