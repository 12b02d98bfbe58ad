package operation

import (
	"fmt"
	"reflect"
)

// Guard is the condition of an Await or a When: the event is enabled where the guard
// holds for the value of its variable. For a When it also has the value to write.
type Guard struct {
	holds  func(int64) bool
	update func(int64) int64 // nil for an Await
	Note                     // for people
	of     Owner
	seen   *profile // the results of the functions when Remember was called, or nil
	// Trusted functions, made by a translator, count as the same if they come from the same places.
	Trusted bool
}

// NewGuard returns the guard of an Await if update is nil, and otherwise the guard of a When.
func NewGuard(holds func(int64) bool, update func(int64) int64, n Note, of Owner) *Guard {
	return &Guard{holds: holds, update: update, Note: n, of: of}
}

// Owner names the thread that waits, and its variable, for messages.
type Owner struct {
	Thread   func() string
	Variable string
}

// Note holds the text for an operation in traces, if Text is not empty, and the value it returned.
type Note struct {
	Text   string
	Result func(seen int64) string // nil if that is not shown
	Loop   bool                    // the operation stands for a loop that iterates until then
	// Late says that the thread may also stop waiting, which is explored elsewhere: so an execution in which it waits forever is none
	// of the program. With UnlessWritten, that holds only where the variable with that number, from 1, has been written.
	Late          bool
	UnlessWritten int32
	// Surveys says that a Pass depends on the whole state: see front.Thread.Survey.
	Surveys bool
}

// Holds reports whether the event is enabled where its variable has that value. It panics
// with a *UsageError if the predicate panics.
func (g *Guard) Holds(value int64) bool {
	defer g.refuse(value)
	return g.holds(value)
}

// Written returns the value that a When writes if its variable has that value.
func (g *Guard) Written(value int64) int64 {
	defer g.refuse(value)
	return g.update(value)
}

// refuse reports which thread waits with a function that panics.
func (g *Guard) refuse(value int64) {
	if r := recover(); r != nil {
		panic(&UsageError{Thread: g.of.Thread(), Problem: fmt.Sprintf(
			"waits for %s with a function that panics for the value %d: it must return for every value: %v", g.of.Variable, value, r)})
	}
}

// probes bounds the values, from -probes to probes, on which functions are compared.
const probes = 8

// Remember records the results of the functions, so that a later change is noticed, unless they are Trusted.
func (g *Guard) Remember() {
	if g.Trusted {
		return
	}
	seen := g.probeAll()
	g.seen = &seen
}

// Changed reports whether the functions no longer return the same as when Remember was called.
func (g *Guard) Changed() bool { return g.seen != nil && *g.seen != g.probeAll() }

// Agrees reports whether g and h can be the same: their functions come from the same places in the source
// and, unless they are Trusted, return the same for small values, or did when Remember was called. Functions
// cannot be compared otherwise; two that differ only in their captured variables are distinguished by the values they
// return.
func (g *Guard) Agrees(h *Guard) bool {
	return reflect.ValueOf(g.holds).Pointer() == reflect.ValueOf(h.holds).Pointer() &&
		reflect.ValueOf(g.update).Pointer() == reflect.ValueOf(h.update).Pointer() &&
		(g.Trusted || g.remembered() == h.remembered())
}

// profile holds the results of the functions for the values from -probes to probes.
type profile [2*probes + 1]probed

// remembered returns the results of the functions when Remember was called, or their present ones.
func (g *Guard) remembered() profile {
	if g.seen != nil {
		return *g.seen
	}
	return g.probeAll()
}

func (g *Guard) probeAll() (all profile) {
	for i := range all {
		all[i] = g.probe(int64(i) - probes)
	}
	return all
}

// probed holds the results of the functions for one value. They may panic for a value that
// the variable never has.
type probed struct {
	holds, returned bool
	updated         int64
}

func (g *Guard) probe(v int64) (p probed) {
	defer func() { _ = recover() }()
	p.holds = g.holds(v)
	if p.holds && g.update != nil {
		p.updated = g.update(v)
	}
	p.returned = true
	return p
}
