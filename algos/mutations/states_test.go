package mutations

import (
	"fmt"
	"path"
	"strings"
	"testing"
)

// TestStatesAreCompared undoes parts of the search of states, and of the local states that goroutines describe: comparisons with
// executions must notice.
func TestStatesAreCompared(t *testing.T) {
	notice(t, stateMistakes(), "TestSmallPrograms|TestKnowers|TestStatesOf.*|TestStoreBuffers|TestUnlocksInBuffers|TestStoreBuffersOfC")
}

// notice fails unless one of the tests notices each mistake.
func notice(t *testing.T, mistakes []stateMistake, tests string) {
	if testing.Short() {
		t.Skip("builds a test for each mistake")
	}
	for _, c := range mistakes {
		t.Run(c.name, func(t *testing.T) {
			if got := runMutated(t.Context(), t, []edit{c.edit}, c.folder, "-test.run=^("+tests+")$", "-test.short"); got.passed {
				t.Error("not noticed")
			}
		})
	}
}

// TestHistoriesAreCompared undoes parts of the summaries of histories, and of the dependence between beginnings and ends of operations.
func TestHistoriesAreCompared(t *testing.T) {
	const search = "./algos/states"
	notice(t, []stateMistake{
		{"histories are left out", search, edit{"algos/states/key.go", "	if s.histories != nil {", "	if s.histories != nil && key == nil {"}},
		{"ends are not passed on", search, edit{"algos/states/classes.go", "if ended && above != nil {", "if ended && above != nil && number < 0 {"}},
		{"beginnings do not depend on ends", search, edit{"algos/states/history.go", "if begins && c >= 0 &&", "if begins && c < 0 &&"}},
		{"who waits for a thread does not look at its operations", search, edit{"algos/states/history.go", "|| e.Kind == event.Join &&", "|| e.Kind == event.Spawn &&"}},
		{"operations without events end unnoticed", search, edit{"linear/histories.go", "!d.begun || len(d.instants) > 0", "!d.begun"}},
		{"operations without events are performed at once", search, edit{"linear/histories.go", "worlds = append(worlds, w)", "worlds[i] = w"}},
		{"operations without events are performed after the end of their thread", search, edit{"algos/states/history.go", "if e.Kind == event.Join {", "if e.Kind == event.Spawn {"}},
		{"operations were performed in the last state", search, edit{"linear/histories.go", "in := g.performedIn(t)", "in := g.state"}},
		{"results of operations that have not ended are left out", search, edit{"linear/summary.go", "o.results(o.states[state], h.inputs[input])", "nil"}},
		{"operations have been performed only at their ends", search, edit{"linear/histories.go", "d.begun && h.of[d.input] == o", "d.begun && h.of[d.input] < o"}},
		{"worlds with more guesses remain", search, edit{"linear/summary.go", "v.isExplainedBy(w)", "w.isExplainedBy(v)"}},
	}, "TestHistories|TestSmallHistories")
}

// TestLivelocksAreCompared undoes parts of the search for livelocks, and of the keys that are hashes.
func TestLivelocksAreCompared(t *testing.T) {
	const search = "./algos/states"
	notice(t, []stateMistake{
		{"numbers of states are their order", search, edit{"algos/states/search.go", "min(at.low, g.at[n])", "min(at.low, n)"}},
		{"all components are fair", search, edit{"algos/states/fair.go", "passed[e.from] || !moves[e.mover]", "passed[e.from] && !moves[e.mover]"}},
		{"components are not divided", search, edit{"algos/states/fair.go", "todo = append(todo, components(rest)...)", ""}},
		{"values of choices are alike", search, edit{"algos/states/fair.go", "if choices < 2 {", "if choices > 0 {"}},
		{"loops are counted", search, edit{"frontends/cprog/internal/machine/local.go", "th.Options.Unroll > 0 && !p.function.Unbounded", "!p.function.Unbounded"}},
		{"the first hash is taken for a place", search, edit{"algos/states/table.go", "t.full && n >= t.kept", "t.full && n > t.kept"}},
	}, "TestFairLivelocks|TestHashedKeys")
}

// stateMistake is a part of the search undone, with the folder of the tests that notice.
type stateMistake struct {
	name, folder string
	edit         edit
}

func stateMistakes() []stateMistake {
	const search, programs = "./algos/states", "./frontends/goprog"
	return []stateMistake{
		{"threads sleep on", search, edit{"algos/states/count.go", "asleep := c.staysAsleep(sleep|", "asleep := sleep | c.staysAsleep(sleep|"}},
		{"an object is left out", search, edit{"algos/states/key.go", "if v != s.initial[x] {", "if v != s.initial[x] && x > 0 {"}},
		{"initial values are kept", search, edit{"algos/states/key.go", "if v != s.initial[x] {", "if v != s.initial[x] || x > 1 {"}},
		{"a thread is left out", search, edit{"algos/states/symmetry.go", "c >= 0 {", "c >= 0 && t > 0 {"}},
		{"accesses are not passed on", search, edit{"algos/states/classes.go", "for _, above := range of.above {", "for _, above := range of.above[:0] {"}},
		{"each worker numbers threads", search, edit{"algos/states/team.go", "Crew: &m.crew,", ""}},
		{"states are completed when they are entered", search, edit{"algos/states/search.go", "	*own = isEntered | isOpen\n", "	*own = isEntered | isOpen\n	s.table.note(n, 1)\n"}},
		{"a final state is left to a worker that stops", search, edit{"algos/states/search.go", "	s.turns.pass(s.number)\n", "	s.turns.pass(s.number)\n	if s.stopped.Load() {\n		return errStopped\n	}\n"}},
		{"races do not depend on the past", search, edit{"algos/states/racing.go", "return r.AppendPast(append(key, 0), r.future)", "return append(key, 0)"}},
		{"knowing threads are left out", search, edit{"model/races/follower.go", "mark(into, t, int32(t) == thread || ", "mark(into, t, false && "}},
		{"fences are left out", search, edit{"model/races/follower.go", "mark(into, 64+t, ", "mark(into, 64+t, false && "}},
		{"releases of fences are left out", search, edit{"model/races/follower.go", "mark(into, 64+width+t, ", "mark(into, 64+width+t, false && "}},
		{"mutexes are left out", search, edit{"model/races/follower.go", "mark(into, at, ", "mark(into, at, false && "}},
		{"variables are left out", search, edit{"model/races/follower.go", "mark(into, at+int(f.records[h].thread), ", "mark(into, 0, false && "}},
		{"plain variables stay with the worker that has seen them", search, edit{"model/races/follower.go", "for x, is := range of.(*Follower).plain {", "for x, is := range of.(*Follower).plain[:0] {"}},
		{"atomic accesses stay with the worker that has seen them", programs, edit{"model/races/past.go", "for x, row := range of.mixed {", "for x, row := range of.mixed[:0] {"}},
		{"values in buffers are left out", search, edit{"algos/states/key.go", "key = appendValue(key, w.Value)", ""}},
		{"unlocks in buffers are like stores", search, edit{"algos/states/key.go", "append(key, byte(w.Code))", "append(key, 0)"}},
		{"barriers in buffers are left out", search, edit{"algos/states/key.go", "uint64(w.Barred))", "0)"}},
		{"each worker numbers clocks", programs, edit{"frontends/goprog/internal/judging/follower.go", "f.forgets, f.numbers = true, &j.followed", "f.forgets = true"}},
		{"nothing follows a race", programs, edit{"algos/states/racing.go", "return !s.reduced && s.isOver()", "return s.isOver()"}},
		{"knowing goroutines are left out", programs, edit{"model/races/past.go", "if f.hasJoined(int32(t), s) {", "if int32(t) == s.thread() {"}},
		{"clocks are left out", programs, edit{"model/races/past.go", "if f.clocks.released(f.released[i], s.thread(), s.epoch()) {", "if f.clocks.released(f.released[i], s.thread(), s.epoch()) && i < 0 {"}},
		{"local states that nobody describes are nodes", programs, edit{"model/behaviour/local.go", "hashed(seedReturned, b.Local(t, at.parent), uint64(at.value))", "hashed(seedReturned, uint64(n), uint64(t))"}},
		{"registers that are read are dead", programs, edit{"frontends/goprog/internal/compiling/liveness.go", "		live.add(c.reads[b][k])\n", ""}},
		{"contents are left out", programs, edit{"frontends/goprog/internal/memory/local.go", "	h.All(o.Cells) //", "	//"}},
		{"pointers are not told apart", programs, edit{"frontends/goprog/internal/memory/local.go", "if n, met := h.seen[o]; met {", "if n, met := h.seen[o]; met && n < 0 {"}},
		{"the first goroutine is like others", programs, edit{"algos/states/symmetry.go", "slices.SortFunc(y.order[1:], s", "slices.SortFunc(y.order, s"}},
		{"random numbers do not tell goroutines apart", programs, edit{"frontends/goprog/internal/machine/thread.go", "th.Gen.Model.TellThreadsApart()", ""}},
		{"knowers keep their numbers", programs, edit{"algos/states/racing.go", "r.future.Rename = s.rename", ""}},
		{"sleeping threads keep their numbers", programs, edit{"algos/states/count.go", "c.rename(sleep)", "sleep"}},
		{"variables are what they hold", programs, edit{"frontends/goprog/internal/memory/local.go", "|| o.Shared.isWritten() {", "{"}},
	}
}

// TestLocalStates leaves out each part of the local state of a thread in turn: some program in testdata/states must show that.
func TestLocalStates(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tests")
	}
	for _, c := range []struct {
		name, folder, leftOut string
		parts                 map[string][]string
	}{
		{"Go", "./frontends/goprog", memoryFolder, goParts},
		{"C", "./frontends/cprog", machineFolder, cParts},
	} {
		t.Run(c.name, func(t *testing.T) {
			edits := []edit{{c.leftOut + "leftout.go", "", "package " + path.Base(c.leftOut) + `

import "os"

func LeftOut(part string) bool { return os.Getenv("LEFT_OUT") == part }
`}}
			var names []string
			for _, p := range partsOfStates(c.parts) {
				left := "LeftOut"
				if !strings.HasPrefix(p.file, c.leftOut) {
					left = path.Base(c.leftOut) + ".LeftOut"
				}
				statement := strings.TrimSpace(p.statement)
				edits = append(edits, edit{p.file, p.statement, strings.Replace(p.statement, statement, fmt.Sprintf("if !%s(%q) { %s }", left, p.name, statement), 1)})
				names = append(names, p.name)
			}
			got := runIn(t.Context(), t, []string{"LEFT_OUT_PARTS=" + strings.Join(names, " ")}, edits, c.folder, "-test.run=^TestStatesOfParts$", "-test.v")
			if t.Log(got.output); !got.passed {
				t.Error("not all are noticed")
			}
		})
	}
}

const (
	memoryFolder  = "frontends/goprog/internal/memory/"
	machineFolder = "frontends/cprog/internal/machine/"
)

// partOfState is a statement that adds a part to a local state.
type partOfState struct{ name, file, statement string }

func partsOfStates(of map[string][]string) (all []partOfState) {
	for file, parts := range of {
		for _, p := range parts {
			name, statement, _ := strings.Cut(p, ": ")
			all = append(all, partOfState{name, file, statement})
		}
	}
	return all
}

// goParts are the parts of the local states of goroutines, by file.
var goParts = map[string][]string{
	"frontends/goprog/internal/machine/local.go": {
		"random: h.Numbers(int64(th.random))", "publications: h.Numbers(th.publisher.Count())", "function: h.Text(fr.code.ID)", "block: h.Numbers(int64(fr.block))",
		"instruction: h.Numbers(int64(fr.op))", "registers: h.Register(fr.R[r], live.Loaded[r])", "deferred-builtin: h.Text(d.id)", "deferred-arguments: h.All(d.args)",
		"deferred-function: h.Closure(d.f)", "clock: h.Numbers(memory.Bool(th.looks > l.looks).N)", "rounds: h.Numbers(int64(l.n))",
		"results-before: h.Put(fr.outer.results)", "native: h.Text(c.code.ID)", "given: h.Put(c.given)", "arguments: h.All(c.args)",
		"results: h.Put(th.since.results)", "cleanups: h.All(th.Cleanups)", "subtests: h.Text(name)", "subtests-of-name: h.Numbers(int64(th.Subtests[name]))",
		"group: h.Object(g.o)", "group-place: h.Numbers(int64(g.off))", "group-added: h.Numbers(g.added)", "group-published: h.Numbers(memory.Bool(g.published).N)",
		"group-started: h.Numbers(int64(len(g.children)))", "started-for: h.Value(th.part)",
	},
	"frontends/goprog/internal/machine/maps.go": {
		"iterated: h.Value(it.m)", "iterated-entries: h.Entries(it.entries)", "iterated-text: h.Text(it.text)", "iterated-place: h.Numbers(int64(it.at))",
	},
	memoryFolder + "local.go": {
		"number: h.Put(uint64(v.N))", "string: h.Text(r)", "real: h.Numbers(int64(math.Float64bits(real(r))))", "imaginary: h.Numbers(int64(math.Float64bits(imag(r))))",
		"array: h.Object(r.O)", "offset: h.Numbers(r.Off)", "slice-length: h.Numbers(r.Len)", "capacity: h.Numbers(r.Cap)", "type: h.Text(r.T.ID)", "dynamic: h.Value(r.V)",
		"shared: h.Numbers(o.Shared.Word)", "again: h.Numbers(int64(n))", "site: h.Text(o.Site.ID)", "cells: h.All(o.Cells)", "closure: h.Text(c.Fn.ID())", "bindings: h.Register(v, ok && f.OnlyLoads(k))", "loaded: h.All(o.Shared.Birth)",
		"key: h.Numbers(e.Word)", "value: h.Value(e.V)",
	},
}

// cParts are the parts of the local states of threads of C, by file.
var cParts = map[string][]string{
	machineFolder + "local.go": {
		"place: h.Numbers(int64(p.number), int64(p.at))", "registers: h.Numbers(p.registers[r])", "since-of-caller: h.Put(p.since)", "given-of-caller: h.Put(p.given)",
		"private: h.Bytes(th.private[:th.top])", "stored: h.Bytes(th.inside[:th.top])", "bits: h.Numbers(at, int64(th.bits[at]))",
		"frames-taken: h.Numbers(base, f.taken)", "frames-live: h.List(f.live)", "frames-free: h.List(f.free)",
		"frames-known: h.List(slices.Sorted(maps.Keys(f.known)))", "heap: th.heap.Describe(h)", "automatic: h.Numbers(a.address, int64(a.depth))",
		"gone: h.List(slices.Sorted(maps.Keys(th.gone)))", "locals-known: h.Numbers(code.Truth(th.localsKnown))", "unit: h.Numbers(th.unit.address, int64(th.unit.bits))",
		"claimed: h.Map(th.claimed)", "rounds: h.Map(th.rounds)", "specific: h.Map(th.specific)",
		"robust: h.Numbers(c.Address)", "handlers: h.Numbers(x.function, x.argument)", "keys: h.Numbers(int64(th.keys))",
		"keeps: h.Numbers(code.Truth(th.keeps))", "held: h.Numbers(x.cell.Address, x.seen, x.now)",
	},
}
