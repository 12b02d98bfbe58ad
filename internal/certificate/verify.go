package certificate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"dporbench/model"
	"dporbench/model/axioms"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
	"dporbench/model/order"
)

// Source provides a certificate and its program.
type Source struct {
	// Open opens the certificate for reading, from its start; it is called twice.
	Open func() (io.ReadCloser, error)
	// Program builds the program that the certificate names.
	Program func(Header) (*model.Program, error)
	// Progress, if not nil, is called after each entry: while classes are read, with their
	// number so far, and 0; while races are reversed, with the number of entries done, and of
	// all entries.
	Progress func(done, all int64)
}

// Result counts the entries and races that a verification checked before it ended.
type Result struct {
	Header  Header
	Classes int64 // entries, each a maximal execution of a different class
	Events  int64 // of all entries
	Checked int64 // entries all of whose races were reversed
	Races   int64 // reversed; changes where executions are graphs
}

// Verify checks a certificate. The error is nil if it is complete: each class of
// the program has exactly one entry. It is a *MissingError if a class without an
// entry was found, a *LineError if an entry is invalid or repeated, or the file is
// incomplete, and the cause of ctx if it was done before the answer was known.
func Verify(ctx context.Context, s Source) (_ Result, err error) {
	defer operation.CatchUsage(&err)
	v := verification{Source: s, ctx: ctx}
	err = v.verify()
	return v.Result, err
}

// MissingError reports a class without an entry, to which reversing a race of an
// entry leads.
type MissingError struct {
	Program   *model.Program
	Line      int              // of the entry
	Execution *model.Execution // of the entry
	// First is the position of the first event of the race in Execution, Second
	// the position of the second, or the length of Execution if the thread of Event
	// waits at it forever.
	First, Second int
	Event         event.Event      // the second event
	Missing       *model.Execution // of the class without an entry
	// Change names the thread and its change in Missing, where executions are graphs: "q refers to another write". There is no race then.
	Change string
}

func (e *MissingError) Error() string {
	if e.Change != "" {
		return fmt.Sprintf("%d: the class is missing in which %s", e.Line, e.Change)
	}
	first := e.Execution.Events()[e.First]
	return fmt.Sprintf("%d: the class is missing in which %v comes before %v", e.Line, e.Event, first)
}

type verification struct {
	Source
	Result
	ctx    context.Context
	replay *replay
	lines  map[string]int // the line of each class's entry, by the class's key
	order  happensBefore
	keyer  order.Keyer
	key    []byte // scratch of presentKey
}

// violated returns the axiom that the machine's execution breaks, if executions are graphs.
func (v *verification) violated(m *machine.Machine) *axioms.Violation {
	if !v.Header.Memory.Graphs() {
		return nil
	}
	return axioms.Violated(m)
}

// presentKey is the key of the machine's execution, valid until the next call.
func (v *verification) presentKey() []byte {
	v.key = v.keyer.Append(v.key[:0], v.replay.machine.Events())
	return v.key
}

func (v *verification) verify() error {
	defer func() {
		if v.replay != nil {
			v.replay.machine.Close()
		}
	}()
	first, err := v.read(v.enter)
	if err != nil {
		return err
	}
	if v.Classes == 0 {
		return errors.New("it has no entry, but every program has an execution")
	}
	check := v.reverseRaces
	if v.Header.Memory.Graphs() {
		check = v.changeReferences
	}
	again, err := v.read(check)
	if err != nil {
		return err
	}
	if again != first {
		return errors.New("the file was changed while it was read")
	}
	if v.replay.machine.WaitsForApplied() {
		return fmt.Errorf("the program has an Await or a When of a variable that an Apply changes, which is not supported under %v", v.Header.Memory)
	}
	v.replay.undoTo(0)
	return v.replay.machine.CheckDeterminism()
}

// read reads the certificate and calls visit for each entry, with the machine at
// the end of its execution. It returns the contents of the last line.
func (v *verification) read(visit func(line int) error) (ending, error) {
	file, err := v.Open()
	if err != nil {
		return ending{}, err
	}
	defer file.Close()
	r, err := NewReader(file)
	if err != nil {
		return ending{}, err
	}
	if err := v.begin(r.Header()); err != nil {
		return ending{}, err
	}
	for {
		schedule, err := r.Next()
		if err == io.EOF {
			return r.found, nil
		}
		if err == nil {
			err = v.entry(r.Line(), schedule, visit)
		}
		if err != nil {
			return ending{}, err
		}
	}
}

func (v *verification) entry(line int, schedule Schedule, visit func(line int) error) error {
	if err := v.replay.run(schedule); err != nil {
		return &LineError{line, err}
	}
	if err := visit(line); err != nil {
		return err
	}
	switch {
	case v.Progress == nil:
	case v.Checked == 0:
		v.Progress(v.Classes, 0)
	default:
		v.Progress(v.Checked, v.Classes)
	}
	return context.Cause(v.ctx)
}

// begin prepares the program, on the first of the two readings.
func (v *verification) begin(h Header) error {
	if v.replay != nil {
		return nil
	}
	v.Header, v.lines = h, map[string]int{}
	program, err := v.Program(h)
	if err != nil {
		return err
	}
	v.replay, err = newReplay(program, h.Memory)
	return err
}

func (v *verification) enter(line int) error {
	if violation := v.violated(v.replay.machine); violation != nil {
		return &LineError{line, fmt.Errorf("not an execution under %v, since %s", v.Header.Memory, violation.Axiom)}
	}
	key := string(v.presentKey())
	if first, ok := v.lines[key]; ok {
		return &LineError{line, fmt.Errorf("the class of line %d again", first)}
	}
	v.lines[key] = line
	v.Classes++
	v.Events += int64(v.replay.machine.Len())
	return nil
}

// reverseRaces reverses an entry's races, the last one first, so that the machine need only go back to
// the next one.
func (v *verification) reverseRaces(line int) error {
	events := slices.Clone(v.replay.machine.Events())
	for _, r := range v.races(events) {
		if err := v.replay.reverse(&v.order, r); err != nil {
			return &LineError{line, err}
		}
		v.Races++
		if _, ok := v.lines[string(v.presentKey())]; !ok {
			return v.missing(line, events, r)
		}
		if v.ctx.Err() != nil {
			return context.Cause(v.ctx)
		}
	}
	v.Checked++
	return nil
}

func (v *verification) races(events []event.Event) []race {
	m := v.replay.machine
	v.order.machine = m
	v.order.compute(events, m.Threads())
	for t := m.NextActive(event.NoThread); t != event.NoThread; t = m.NextActive(t) {
		e, _ := m.Next(t)
		if _, waits := m.WaitsForLock(t); waits {
			v.order.pending(e)
		} else if m.NextGuard(t) != nil && e.Kind != event.BufferRead {
			v.order.waiting(e, m.NextGuard(t))
		}
	}
	for i, e := range events {
		if e.Kind == event.Choice {
			v.order.choice(int32(i), m.ValuesAt(i))
		}
	}
	slices.SortFunc(v.order.races, func(a, b race) int { return int(b.first - a.first) })
	return v.order.races
}

// missing describes the reversal of a race that the machine has just run.
func (v *verification) missing(line int, events []event.Event, r race) error {
	missing := v.replay.execution()
	e := &MissingError{Program: v.replay.program, Line: line, First: int(r.first), Second: int(r.second), Missing: missing}
	v.replay.undoTo(int(r.first))
	for _, event := range events[r.first:] {
		if err := v.replay.again(event); err != nil {
			return err
		}
	}
	e.Execution = v.replay.execution()
	if e.Second < len(events) {
		e.Event = events[e.Second]
		if e.Event.Kind == event.Choice {
			e.Event.Object = r.value
		}
	} else {
		e.Event, _ = v.replay.machine.Next(r.thread)
	}
	return e
}
