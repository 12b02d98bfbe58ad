package races

import (
	"fmt"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
)

// Describe describes a race in E on one line: "data race on x: plain write at a.c:3 by p; atomic read at a.c:9 by q". name
// names threads. Where the source is not known, places are replaced by statements.
func Describe(m *machine.Machine, r front.Race, name func(event.ThreadID) string) string {
	return fmt.Sprintf("data race on %s: %s; %s", m.VarName(m.Events()[r.First].Object), side(m, r.First, name), side(m, r.Second, name))
}

func side(m *machine.Machine, i int, name func(event.ThreadID) string) string {
	e := m.Events()[i]
	t := e.Thread
	if e.IsFlush() {
		t = e.Issuer()
	}
	return fmt.Sprintf("%s at %s by %s", verb(m, i), Site(m, i), name(t))
}

// Sides returns the two accesses of a race without their threads, sorted: "plain write at a.c:3".
func Sides(m *machine.Machine, r front.Race) [2]string {
	a, b := verb(m, r.First)+" at "+Site(m, r.First), verb(m, r.Second)+" at "+Site(m, r.Second)
	return [2]string{min(a, b), max(a, b)}
}

// Site returns the place of the i-th event of E in the source or, if that is not known, the text of the event.
func Site(m *machine.Machine, i int) string {
	if place := m.PlaceAt(i); place != "" {
		return place
	}
	return fmt.Sprintf("%q", m.StatementAt(i))
}

func verb(m *machine.Machine, i int) string {
	how, what := "atomic", "read"
	o := m.OrderedAt(i)
	if o.Plain() {
		how = "plain"
	}
	switch k := m.Events()[i].Kind; {
	case o.Failed:
	case k == event.Write:
		what = "write"
	case k.Writes():
		what = "update"
	}
	return how + " " + what
}
