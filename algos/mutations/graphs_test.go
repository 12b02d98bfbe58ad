package mutations

import "testing"

const (
	viewsFile  = "algos/internal/graph/views.go"
	pscFile    = "algos/internal/graph/psc.go"
	viewsTrust = "algos/trust/views.go"
	extendFile = "algos/trust/extend.go"
	revisiting = "algos/trust/revisit.go"
	graphRaces = "model/races/graphs.go"
	changes    = "internal/certificate/graphs.go"
)

type graphPoint struct {
	name   string
	undone []edit
}

// graphPoints are what TruSt, and the data races, need under the memory models of graphs. The program that shows the need is of the same name
// in TestGraphRules of model/axioms, which compares with the axioms.
var graphPoints = []graphPoint{
	{"R59: coherence: all later writes", one(viewsFile, "later != None; later = g.events[later].next {", "later != None; later = None {")},
	{"R59: coherence: the readers of later writes", one(viewsFile, "if g.happensBefore(r, pred) {", "if false {")},
	{"R59: coherence: reads that do not end an await", one(viewsFile, "if g.happensBefore(r, pred) {", "if !g.events[r].Unmet && g.happensBefore(r, pred) {")},
	{"R60: sequences: later writes of the thread", one(viewsFile, "if g.views.model.LongSequences() {", "if false {")},
	{"R60: sequences: but not since 2020", one(viewsFile, "if g.views.model.LongSequences() {", "if true {")},
	{"R60: sequences: updates", one(viewsFile, "if e.Exclusive { // it continues", "if false { // it continues")},
	{"R61: fences: acquire", one(viewsFile, "		if acquires {\n			row = g.union(row, self.pending)", "		if false {\n			row = g.union(row, self.pending)")},
	{"R61: fences: acquire what atomic reads have read", one(viewsFile, "		case atomic:\n			self.pending", "		default:\n			self.pending")},
	{"R61: fences: release", one(viewsFile, "		if releases {\n			self.released", "		if false {\n			self.released")},
	{"R61: fences: release for atomic writes", one(viewsFile, "	case atomic:\n		message = released", "	default:\n		message = released")},
	{"R62: modes: a compare-and-swap that fails", one(viewsFile, "failed := e.Kind == event.Read && !e.Exclusive", "failed := false && e.Exclusive")},
	{"R62: modes: a mutex acquires", one(viewsFile, "return true, !e.Exclusive, true, false", "return false, !e.Exclusive, true, false")},
	{"R62: modes: a mutex releases", one(viewsFile, "return true, !e.Exclusive, true, false", "return true, false, true, false")},
	{"R62: modes: all acquire and release under RA", one(viewsFile, "	case m.Synchronises():\n		return true, true, true, false\n", "")},
	{"R62: modes: all are relaxed under relaxed", one(viewsFile, "	case m.Relaxes():\n		return false, false, true, false\n", "")},
	{"R62: modes: fences do nothing under relaxed", one(viewsFile, "case e.Unmet, e.Kind == event.Fence && m.Relaxes():", "case e.Unmet:")},
	{"R63: threads: starting one is a fence in GenMC", one(viewsFile, "	case event.Spawn:\n		if m.FencesThreads() {", "	case event.Spawn:\n		if false {")},
	{"R63: threads: joining one is a fence in GenMC", one(viewsFile, "		if m.FencesThreads() {\n			row = g.union", "		if false {\n			row = g.union")},
	{"R64: SRA: a write comes after the one before it in mo", one(viewsFile, "		if m.OrdersStores() {\n			row = g.include(hb, row, g.count(), t, earlier)\n		}\n		self.message", "		self.message")},
	{"R64: SRA: no write before one that is before it", one(extendFile, " && !x.Graph.ClosesCycle(w, pred); w = x.Graph.Earlier(w)", "; w = x.Graph.Earlier(w)")},
	{"R64: SRA: no update where its write closes a cycle", one(viewsTrust, "return x.views && x.writesBefore", "return false && x.writesBefore")},
	{"R64: SRA: nor in a revisit", one(revisiting, "otherAccess) && !x.Graph.ClosesCycle(w, pred) {", "otherAccess) {")},
	{"R64: SRA: nor one that is revisited", one(viewsTrust, "	case x.Graph.ClosesCycle(x.Graph.Last(u.thread), x.Graph.Pred(t)):\n		return false\n", "")},
	{"R59: coherence: all later writes, of the place of a revisiting update", one(revisiting, "if x.views && u.read != graph.None && (", "if false && (")},
	{"R65: psc: reads", one(extendFile, "	if !x.isConsistent(t) {", "	if false {")},
	{"R65: psc: writes", one(extendFile, "	if !x.isConsistent(u.thread) {", "	if false {")},
	{"R65: psc: revisiting writes", one(viewsTrust, "return x.satisfiesAxioms(u.thread) && x", "return x")},
	{"R65: psc: revisited reads", one(viewsTrust, "x.satisfiesAxioms(u.thread) && x.satisfiesAxioms(x.Graph.Event(r).Thread)", "x.satisfiesAxioms(u.thread)")},
	{"R65: psc: hb on one location", one(pscFile, "event.ThreadID(t) != e.Thread && e.Kind.OnVariable() {", "event.ThreadID(t) != e.Thread && false {")},
	{"R65: psc: elsewhere, hb, elsewhere", one(pscFile, "		g.scbElsewhere(own[i])\n", "")},
	{"R65: psc: the first and the last step lead elsewhere", one(pscFile, "g.isAccess(f) && (g.views.model.FencesThreads() || ", "g.isAccess(f) && (true || ")},
	{"R65: psc: but not in GenMC", one(pscFile, "g.isAccess(f) && (g.views.model.FencesThreads() || ", "g.isAccess(f) && (")},
	{"R65: psc: the write of an update in GenMC", one(viewsTrust, "return !x.views || !x.Memory.FencesThreads() || x", "return true || x")},
	{"R65: psc: the write of an update that is revisited in GenMC", one(viewsTrust, "return !x.Memory.FencesThreads() || x", "return true || x")},
	{"R65: psc: the start of a thread", one(pscFile, "if s := g.threads[t].spawn; s == id ||", "if s := g.threads[t].spawn; false &&")},
	{"R65: psc: the end of a thread", one(pscFile, "j := g.joinOf(id); j != None {", "j := g.joinOf(id); false && j != None {")},
	{"R65: psc: hb after a fence", one(pscFile, "	g.reachFences(id)\n	g.scbFrom(id)\n	g.ecoFrom(id)\n}", "	g.reachFences(id)\n}")},
	{"R65: psc: hb before a fence", one(pscFile, "	if len(g.views.fences) > 0 {\n		g.reachFences(id)\n	}\n}\n\n// reachFences", "}\n\n// reachFences")},
	{"R65: psc: fences between hb, eco, hb", one(pscFile, "	w := id\n	if e.Kind == event.Read {\n		w = g.events[e.Source].next\n	}\n	for ; w", "	w := ID(None)\n	for ; w")},
	{"R65: psc: eco to reads of the same write", one(pscFile, "	w := id\n	if e.Kind == event.Read {\n		w = g.events[e.Source].next\n	}\n	for ; w", "	w := g.events[id].next\n	if e.Kind == event.Read {\n		w = g.events[e.Source].next\n	}\n	for ; w")},
	{"R65: psc: eco from the new event", one(pscFile, "	if len(v.fences) > 0 {\n		g.ecoFrom(id)", "	if false {\n		g.ecoFrom(id)")},
	{"R66: races: acquire fences", one(graphRaces, "		if acquires {\n			join(th.clock, th.pending)", "		if false {\n			join(th.clock, th.pending)")},
	{"R66: races: relaxed reads before a fence", one(graphRaces, "} else if atomic {", "} else if false {")},
	{"R66: races: release fences", one(graphRaces, "	case e.Kind == event.Fence && releases, ", "	case e.Kind == event.Fence && releases && false, ")},
	{"R66: races: sequences", one(graphRaces, "view := g.copied(source)", "view := g.row()")},
	{"R66: races: later writes of the thread", one(graphRaces, "if g.model.LongSequences() {", "if false {")},
	{"R66: races: a compare-and-swap that fails", one(graphRaces, "o.Acquires(o.Failed)", "o.Acquires(false)")},
	{"R66: races: mutexes", one(graphRaces, "return e.Kind == event.Lock, e.Kind == event.Unlock, true", "return false, false, true")},
	{"R66: races: starting a thread is a fence in GenMC", one(graphRaces, ", e.Kind == event.Spawn && g.model.FencesThreads():", ":")},
	{"R66: races: joining one is a fence in GenMC", one(graphRaces, "		if g.model.FencesThreads() {\n			join(th.clock, th.pending)", "		if false {\n			join(th.clock, th.pending)")},
	{"R66: races: a child starts with the clock of its Spawn", one(graphRaces, "		copy(g.threads[e.Object].clock, now)\n", "")},
	{"R66: races: Join", one(graphRaces, "		join(th.clock, g.threads[e.Object].clock)\n", "")},
	{"R66: races: none does under relaxed", one(graphRaces, "	case g.model.Relaxes():\n		return false, false, !o.Plain()\n", "")},
	{"R66: races: all acquire and release under RA", one(graphRaces, "	case g.model.Synchronises():\n		return true, true, true\n", "")},
}

// TestGraphPointsUndone undoes each point in a copy of the source and checks that TestGraphRules then fails for its program.
func TestGraphPointsUndone(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests once for each point")
	}
	for _, p := range graphPoints {
		t.Run(p.name, func(t *testing.T) { mustFailIn(t, "./model/axioms", p.undone, "TestGraphRules", p.name) })
	}
}

// changePoints are lines that the checker of certificates needs where executions are graphs.
var changePoints = []graphPoint{
	{"a thread that waits may go on", one(changes, "	for _, t := range waiting {\n", "	for _, t := range waiting[:0] {\n")},
	{"one that went on may wait", one(changes, "		if c.graph.waits[i] {", "		if false {")},
	{"events that forbid a change are left out", one(changes, "range violation.Events {", "range violation.Events[:0] {")},
	{"another value", one(changes, "	for value := range values {", "	for value := range values * 0 {")},
	{"what is missing", one(changes, "; !ok {\n			return c.missing(", "; !ok && line < 0 {\n			return c.missing(")},
}

// TestChangesUndone undoes each point and checks that TestGraphs of the checker then fails.
func TestChangesUndone(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests once for each point")
	}
	for _, p := range changePoints {
		t.Run(p.name, func(t *testing.T) { mustFailIn(t, "./internal/certificate", p.undone, "TestGraphs", "") })
	}
}
