package task

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/races"
)

// checkpoint is a waypoint as the search sees it: an event of a thread at a line.
type checkpoint struct {
	number int // of the waypoint, from 1
	thread int // -1 means any
	line   int
	starts bool       // a thread is started there, which gets the next number
	before *condition // must be true before the event; nil if anything may be
	result *int64     // must be returned by the event; nil if anything may be
}

// validator looks for an execution that passes the waypoints of a witness in their order and then violates the property
// at its targets.
// It runs the program in every order, starting with the one that the witness suggests. Only events show that a waypoint
// is passed. If a waypoint's line has none, a second search gives it one.
type validator struct {
	d       Definition
	program *model.Program
	machine *machine.Machine
	nondet  cprog.Range
	lines   []string
	points  []checkpoint // without the targets
	targets []checkpoint
	started []event.ThreadID
	numbers []event.ThreadID // the threads that waypoints name, by number
	races   *races.Finder    // nil unless the property is about them
	met     map[string]bool  // the keys of states that do not lead to a violation
	at      map[int]bool     // the lines with an event
	chosen  map[int]bool     // the lines where the environment chose a number
	most    int32            // the largest number of a variable that the program has or an event accessed
	cut     error            // why some executions were not tried; nil if all were
}

// validate reports whether a witness with these waypoints is confirmed. The error says why that is not known.
func validate(ctx context.Context, waypoints []waypoint, d Definition, p program.Program, s explore.Settings) (confirmed bool, err error) {
	ctx, stop := s.Within(ctx)
	defer stop()
	v, confirmed, err := look(ctx, waypoints, d, p, s)
	if o := cOptions(p); err == nil && !confirmed && len(v.silent()) > 0 {
		o.Stops = v.silent()
		if p.Program, err = cprog.Load(d.File, o); err == nil {
			v, confirmed, err = look(ctx, waypoints, d, p, s)
		}
	}
	if confirmed || err != nil {
		return confirmed, err
	}
	return false, v.open(p)
}

// look searches for an execution of the witness.
func look(ctx context.Context, waypoints []waypoint, d Definition, p program.Program, s explore.Settings) (v *validator, confirmed bool, err error) {
	text, err := cli.ReadFile(d.File)
	if err != nil {
		return nil, false, err
	}
	v = &validator{
		d: d, program: p.Program, lines: strings.Split(string(text), "\n"), met: map[string]bool{}, at: map[int]bool{}, chosen: map[int]bool{},
		started: []event.ThreadID{0}, numbers: []event.ThreadID{0}, most: int32(p.NumVars()) - 1, nondet: cOptions(p).Nondet,
	}
	if err := v.read(waypoints, p); err != nil {
		return nil, false, err
	}
	const mostNodes = 1 << 22 // enough for each LocalState of a thread to keep its number
	v.machine, err = machine.New(p.Program, behaviour.Limits{MaxSteps: s.MaxSteps, Places: true, TreeBudget: mostNodes})
	if err != nil {
		return nil, false, err
	}
	defer v.machine.Close()
	if d.Property.asks(noDataRace) {
		v.races = races.New(v.machine)
	}
	confirmed, err = v.search(ctx, 0)
	return v, confirmed, err
}

// silent returns the lines of waypoints without an event, so that the search cannot see which thread passes them.
func (v *validator) silent() (lines []int) {
	for _, point := range v.points {
		if !v.at[point.line] {
			lines = append(lines, point.line)
		}
	}
	return lines
}

// open returns the reason why the witness may be right although no execution of it was found; nil if it is wrong.
func (v *validator) open(p program.Program) error {
	if v.cut != nil {
		return v.cut
	}
	if why := cutOff(v.d, p); why != "" {
		return errors.New(why)
	}
	for _, point := range v.points {
		switch {
		case !v.at[point.line]:
			return fmt.Errorf("waypoint %d: no statement begins at line %d, or none is executed", point.number, point.line)
		case point.result != nil && !v.chosen[point.line]:
			return fmt.Errorf("waypoint %d: the environment chooses no number at line %d", point.number, point.line)
		}
	}
	return nil
}

// read converts waypoints to checkpoints. The last one is a target; for a property about data races, the last two may be.
func (v *validator) read(waypoints []waypoint, p program.Program) (err error) {
	if v.points, err = checkpoints(waypoints, p); err != nil {
		return err
	}
	n := len(waypoints) - 1
	if v.d.Property.asks(noDataRace) && n > 0 && waypoints[n-1].Type == target {
		n--
	}
	v.points, v.targets = v.points[:n], v.points[n:]
	for i := range v.points {
		if waypoints[i].Type == target {
			return fmt.Errorf("waypoint %d: it is a target, but not the last waypoint", i+1)
		}
		c := &v.points[i]
		c.starts = waypoints[i].Type == functionEnter && c.line > 0 && c.line <= len(v.lines) && strings.Contains(v.lines[c.line-1], "pthread_create")
	}
	return nil
}

// checkpoints converts each waypoint.
func checkpoints(waypoints []waypoint, p program.Program) (all []checkpoint, err error) {
	variable := func(name string) (int32, bool) {
		for x := range int32(p.NumVars()) {
			if p.VarName(x) == name {
				return x, true
			}
		}
		return 0, false
	}
	for i, w := range waypoints {
		c := checkpoint{number: i + 1, thread: -1, line: w.Location.Line}
		if w.ThreadID != nil {
			c.thread = *w.ThreadID
		}
		switch {
		case w.Action != follow:
			err = fmt.Errorf("action %s is not supported", w.Action)
		case w.Type == assumption && w.Constraint != nil:
			c.before, err = parseCondition(w.Constraint.Value, variable)
		case w.Type == functionReturn && w.Constraint != nil:
			c.result, err = resultIn(w.Constraint.Value)
		case w.Type != assumption && w.Type != functionEnter && w.Type != target:
			err = fmt.Errorf("type %s is not supported", w.Type)
		}
		if err != nil {
			return nil, fmt.Errorf("waypoint %d: %w", i+1, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// resultIn returns the number in a constraint such as "\result == 3".
func resultIn(text string) (*int64, error) {
	compact := strings.ReplaceAll(text, " ", "")
	rest, ok := strings.CutPrefix(compact, `\result==`)
	n, err := strconv.ParseInt(rest, 10, 64)
	if !ok || err != nil {
		return nil, fmt.Errorf(`constraint %q is not understood: must be \result == NUMBER`, text)
	}
	return &n, nil
}

// search continues from the state of the machine, with that many waypoints passed.
func (v *validator) search(ctx context.Context, passed int) (confirmed bool, err error) {
	if err := context.Cause(ctx); err != nil {
		return false, err
	}
	if passed == len(v.points) && v.violates() {
		return true, nil
	}
	key := v.key(passed)
	if v.met[key] {
		return false, nil
	}
	for _, t := range v.order(passed) {
		for choice := range v.machine.Values(t) {
			if confirmed, err := v.try(ctx, t, choice, passed); confirmed || err != nil {
				return confirmed, err
			}
		}
	}
	v.met[key] = true
	return false, nil
}

// violates reports whether the property is violated at the targets.
func (v *validator) violates() bool {
	if v.races != nil {
		return slices.ContainsFunc(v.races.Find(), v.isTarget)
	}
	return slices.ContainsFunc(v.started, func(t event.ThreadID) bool {
		failure, _ := v.machine.Halted(t)
		return v.d.Property.asks(checkOf(failureOf(failure))) && v.isAt(v.targets[0], t, v.machine.NextPlace(t))
	})
}

// isTarget reports whether r is a race of the last event at the targets: one of its accesses at the first target, the
// other at the second, if there are two.
func (v *validator) isTarget(r model.Race) bool {
	is := func(k, i int) bool {
		return k == len(v.targets) || v.isAt(v.targets[k], v.machine.Events()[i].Thread, v.machine.PlaceAt(i))
	}
	return r.Second == v.machine.Len()-1 && (is(0, r.First) && is(1, r.Second) || is(0, r.Second) && is(1, r.First))
}

func (v *validator) isAt(c checkpoint, t event.ThreadID, place string) bool {
	return (c.thread < 0 || c.thread == slices.Index(v.numbers, t)) && lineIn(v.d.File, place) == c.line
}

// order returns the threads that can take a step, first the one that the next waypoint names. A thread that joins a
// failed thread cannot: the program ended with the failure.
func (v *validator) order(passed int) (all []event.ThreadID) {
	goal := v.targets[0]
	if passed < len(v.points) {
		goal = v.points[passed]
	}
	for _, t := range v.started {
		next, ok := v.machine.Next(t)
		if !ok || !v.machine.Enabled(t) || next.Kind == event.Join && v.hasFailed(event.ThreadID(next.Object)) {
			continue
		}
		if all = append(all, t); slices.Index(v.numbers, t) == goal.thread {
			all[0], all[len(all)-1] = t, all[0]
		}
	}
	return all
}

func (v *validator) hasFailed(t event.ThreadID) bool {
	failure, _ := v.machine.Halted(t)
	return failure != ""
}

// objectOf is the number of the variable that an event accesses; -1 if it accesses none.
func objectOf(e event.Event) int32 {
	if e.Kind.OnVariable() {
		return e.Object
	}
	return -1
}

// try executes the next event of a thread, and continues from there: with as many waypoints passed by it as possible,
// and then with fewer.
func (v *validator) try(ctx context.Context, t event.ThreadID, choice int32, passed int) (confirmed bool, err error) {
	place, started, numbers := v.machine.NextPlace(t), len(v.started), len(v.numbers)
	upTo := v.passable(passed, t, place)
	v.machine.Choose(choice)
	e, err := v.machine.Step(t)
	if _, endless := errors.AsType[*behaviour.EndlessError](err); endless {
		v.cut = err
		return false, nil
	}
	if err != nil {
		return false, err
	}
	v.most = max(v.most, objectOf(e))
	if e.Kind == event.Spawn {
		v.started = append(v.started, event.ThreadID(e.Object))
	}
	returned := v.returned(e, place)
	unlike := func(c checkpoint) bool { return c.result != nil && (returned == nil || *returned != *c.result) }
	if k := slices.IndexFunc(v.points[passed:upTo], unlike); k >= 0 {
		upTo = passed + k
	}
	for ; upTo >= passed && !confirmed && err == nil; upTo-- {
		v.pass(e, passed, upTo)
		confirmed, err = v.search(ctx, upTo)
		v.numbers = v.numbers[:numbers]
	}
	v.started = v.started[:started]
	v.machine.Undo()
	return confirmed, err
}

// pass notes that the last event, e, has passed the waypoints up to another one.
func (v *validator) pass(e event.Event, passed, upTo int) {
	starts := func(c checkpoint) bool { return c.starts }
	numbered := !slices.ContainsFunc(v.points, starts) || slices.ContainsFunc(v.points[passed:upTo], starts)
	if e.Kind == event.Spawn && numbered {
		v.numbers = append(v.numbers, event.ThreadID(e.Object))
	}
}

// passable is the largest number of waypoints that may be passed after the next event of a thread, as far as is known
// before it.
func (v *validator) passable(passed int, t event.ThreadID, place string) int {
	v.at[lineIn(v.d.File, place)] = true
	next, _ := v.machine.Next(t)
	for ; passed < len(v.points) && v.isAt(v.points[passed], t, place) && v.points[passed].holdsBefore(v.machine); passed++ {
		if v.points[passed].starts { // an event starts only one thread
			if next.Kind == event.Spawn {
				passed++
			}
			break
		}
	}
	return passed
}

func (c checkpoint) holdsBefore(m *machine.Machine) bool {
	return c.before == nil || c.before.holds(m.Value)
}

// returned is the number that the environment chose at e; nil if e is no such choice.
func (v *validator) returned(e event.Event, place string) *int64 {
	line := lineIn(v.d.File, place)
	if line == 0 || line > len(v.lines) {
		return nil
	}
	n, ok := chosenNumber(e, v.lines[line-1], v.nondet.From)
	if !ok {
		return nil
	}
	v.chosen[line] = true
	return &n
}

// key determines all continuations from here on.
func (v *validator) key(passed int) string {
	b := binary.AppendUvarint(nil, uint64(passed))
	for _, t := range v.numbers {
		b = binary.AppendUvarint(b, uint64(t))
	}
	if v.races != nil { // races depend on the whole execution
		return string(append(b, v.program.ClassKey(v.machine.Events())...))
	}
	for _, t := range v.started {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(t)), v.machine.LocalState(t))
	}
	for x := range v.most + 1 {
		b = binary.AppendVarint(b, v.machine.Value(x))
	}
	return string(b)
}
