package linear

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// histories implements [front.Histories]. A summary says, for each object, all that a specification may have done so far, as sets of guesses: its state, and which of
// the operations that have begun and not ended have been performed, each in which state, or in the first one that is known to give the same results. An operation ends where it is performed in all guesses that are left; if none is
// left, the history is not linearizable, whatever follows. So the operations that have ended are part of no summary, and many histories have the same one.
//
// An operation without events may be performed at any moment before the next event of its thread. Each choice of such moments is a world of its own.
type histories struct {
	Property
	mu        sync.Mutex
	inputs    []Input
	outputs   []Output
	numbers   map[string]int32 // of inputs and outputs, by key
	of        []int32          // by input: the number of its object, or none
	objects   []*specification
	named     map[string]int32 // objects by name
	summaries []summary
	known     map[string]front.Summary
	changes   map[change]front.Summary
}

// violated is the summary of all histories that are not linearizable.
const violated front.Summary = 1

// change changes a summary: an Invoke with an input, a Respond with an output, or else an event.
type change struct {
	to       front.Summary
	thread   event.ThreadID
	kind     uint8
	argument int32
}

const (
	moves uint8 = iota
	joined
	invokes
	responds
)

// summary is a summary of histories.
type summary struct {
	threads []doing
	objects [][]world // by number; nil if the object is as in the beginning
}

// doing is the place of a thread in its operations.
type doing struct {
	instants []instant // its operations without events since its last event
	input    int32     // of the operation that has not ended, or none
	begun    bool      // it has had an event
}

// instant is an operation without events.
type instant struct{ input, output int32 }

// world has all guesses about an object after one choice of moments.
type world struct {
	over    overs // by thread: before which instants all have been performed
	guesses []guess
}

// guess is a possible past of an object.
type guess struct {
	state     int32
	performed []performed // of the operations that have not ended, by thread
}

// performed is an operation of a thread, performed in a state.
type performed struct {
	thread event.ThreadID
	in     int32
}

// Plain implements [front.Historic].
func (j *judge) Plain() front.Verdict { return j.before }

// Describe implements [front.Historic].
func (j *judge) Describe(events []event.Event) (string, error) { return j.judge(events) }

// Histories implements [front.Historic].
func (j *judge) Histories() front.Histories {
	if j.Question != RealTime {
		return nil
	}
	h := &histories{Property: j.Property, numbers: map[string]int32{}, named: map[string]int32{}, known: map[string]front.Summary{}, changes: map[change]front.Summary{}}
	h.summaries = make([]summary, 2)
	h.known[string(h.summaries[0].key(nil))] = 0
	return h
}

// Moves implements [front.Histories].
func (h *histories) Moves(s front.Summary, t event.ThreadID) (front.Summary, error) {
	return h.after(change{s, t, moves, none})
}

// Joined implements [front.Histories].
func (h *histories) Joined(s front.Summary, t event.ThreadID) (front.Summary, error) {
	return h.after(change{s, t, joined, none})
}

// Called implements [front.Histories].
func (h *histories) Called(s front.Summary, t event.ThreadID, c *operation.Call) (front.Summary, error) {
	h.mu.Lock()
	kind, argument, err := responds, int32(none), error(nil)
	if c.Response {
		argument = h.outputOf(c.Values)
	} else {
		kind = invokes
		argument, err = h.inputOf(c)
	}
	h.mu.Unlock()
	if err != nil {
		return s, err
	}
	return h.after(change{s, t, kind, argument})
}

// Violated implements [front.Histories].
func (h *histories) Violated(s front.Summary) bool { return s == violated }

// Begins implements [front.Histories].
func (h *histories) Begins(s front.Summary, t event.ThreadID) bool {
	d := h.doing(s, t)
	return d.input != none && !d.begun || len(d.instants) > 0
}

// Awaits implements [front.Histories].
func (h *histories) Awaits(s front.Summary, t event.ThreadID) bool {
	return len(h.doing(s, t).instants) > 0
}

func (h *histories) doing(s front.Summary, t event.ThreadID) doing {
	h.mu.Lock()
	defer h.mu.Unlock()
	if threads := h.summaries[s].threads; int(t) < len(threads) {
		return threads[t]
	}
	return doing{input: none}
}

// AppendKey implements [front.Histories].
func (h *histories) AppendKey(key []byte, s front.Summary, rename func(event.ThreadID) event.ThreadID) []byte {
	if rename == nil || s == violated {
		return binary.AppendUvarint(key, uint64(s))
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return append(key, h.summaries[s].renamed(rename).key(nil)...)
}

func (h *histories) after(c change) (front.Summary, error) {
	if c.to == violated {
		return violated, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if known, ok := h.changes[c]; ok {
		return known, nil
	}
	s := h.summaries[c.to].clone(int(c.thread) + 1)
	ok, err := h.change(&s, c)
	if err != nil {
		return violated, err
	}
	number := violated
	if ok {
		number = h.number(s)
	}
	h.changes[c] = number
	return number, nil
}

func (h *histories) number(s summary) front.Summary {
	key := string(s.key(nil))
	n, known := h.known[key]
	if !known {
		n = front.Summary(len(h.summaries))
		h.known[key], h.summaries = n, append(h.summaries, s)
	}
	return n
}

// change changes s, and reports whether its histories are still linearizable.
func (h *histories) change(s *summary, c change) (ok bool, err error) {
	d := &s.threads[c.thread]
	switch c.kind {
	case moves, joined:
		s.closeInstants(h, c.thread)
		d.begun = d.begun || c.kind == moves && d.input != none
	case invokes:
		d.input = none
		if h.of[c.argument] != none {
			d.input = c.argument
		}
	case responds:
		ended := *d
		switch {
		case ended.input == none:
			return true, nil
		case !ended.begun:
			d.instants = append(slices.Clip(d.instants), instant{ended.input, c.argument})
		default:
			if ok, err = h.end(s, c.thread, ended.input, c.argument); !ok || err != nil {
				return ok, err
			}
		}
		d.input, d.begun = none, false
	}
	return h.perform(s)
}

// end ends the operation of thread t.
func (h *histories) end(s *summary, t event.ThreadID, input, output int32) (ok bool, err error) {
	o := h.of[input]
	worlds := s.worldsOf(o)
	for i, w := range worlds {
		if worlds[i].guesses, err = h.ended(w.guesses, t, instant{input, output}); err != nil || len(worlds[i].guesses) == 0 {
			return false, err
		}
	}
	s.objects[o] = leastOf(worlds)
	return true, nil
}

// perform adds the guesses in which more operations are performed now, and the worlds in which more instants are. It reports false if one of these cannot be.
func (h *histories) perform(s *summary) (ok bool, err error) {
	for _, d := range s.threads {
		for _, i := range d.instants {
			s.worldsOf(h.of[i.input])
		}
		if d.begun {
			s.worldsOf(h.of[d.input])
		}
	}
	for o := range s.objects {
		worlds := s.objects[o]
		for i := range worlds {
			worlds[i].guesses = h.closed(s, worlds[i].guesses, int32(o))
		}
		for i := 0; i < len(worlds); i++ {
			for t, d := range s.threads {
				k := h.next(d.instants, worlds[i].overOf(t), int32(o))
				if k == len(d.instants) {
					continue
				}
				guesses, err := h.happened(worlds[i].guesses, d.instants[k])
				if err != nil || len(guesses) == 0 {
					return false, err
				}
				if w := (world{worlds[i].over.with(t, k+1), h.closed(s, guesses, int32(o))}); !slices.ContainsFunc(worlds, w.same) {
					worlds = append(worlds, w)
				}
			}
		}
		if worlds != nil {
			s.objects[o] = leastOf(worlds)
		}
	}
	return true, nil
}

// ended returns the guesses in which the operation of thread t has been performed with that output.
func (h *histories) ended(now []guess, t event.ThreadID, op instant) (left []guess, err error) {
	for _, g := range now {
		if !g.has(t) {
			continue
		}
		in := g.performedIn(t)
		if _, ok, err := h.step(in, op); err != nil {
			return nil, err
		} else if ok {
			left = add(left, guess{g.state, g.without(t)})
		}
	}
	return left, nil
}

// happened returns the guesses after an operation that begins and ends at once.
func (h *histories) happened(now []guess, op instant) (left []guess, err error) {
	for _, g := range now {
		if after, ok, err := h.step(g.state, op); err != nil {
			return nil, err
		} else if ok {
			left = add(left, guess{after, g.performed})
		}
	}
	return left, nil
}

// step returns the state after an operation, which must be the same as if the output were not known.
func (h *histories) step(state int32, op instant) (after int32, ok bool, err error) {
	object := h.objects[h.of[op.input]]
	if after, ok = object.step(h, state, op.input, op.output); !ok {
		return after, false, nil
	}
	if guessed, may := object.step(h, state, op.input, none); !may || guessed != after {
		return after, false, fmt.Errorf("linearizability is decided by states only if results follow from the states of the specification: not those of %s", h.inputs[op.input].Name)
	}
	return after, true, nil
}

// closed adds the guesses in which further operations that have begun have been performed.
func (h *histories) closed(s *summary, now []guess, o int32) []guess {
	object, seen := h.objects[o], slices.Clone(now)
	for at := 0; at < len(seen); at++ {
		g := seen[at]
		for u, d := range s.threads {
			if u := event.ThreadID(u); d.begun && h.of[d.input] == o && !g.has(u) {
				if after, ok := object.step(h, g.state, d.input, none); ok {
					seen = add(seen, guess{after, g.with(u, object.first(h, g.state, d.input))})
				}
			}
		}
	}
	slices.SortFunc(seen, guess.compare)
	return seen
}

// next returns the first of the instants from one on that is of an object.
func (h *histories) next(instants []instant, from int, object int32) int {
	for from < len(instants) && h.of[instants[from].input] != object {
		from++
	}
	return from
}
