package trace

import (
	"fmt"
	"strconv"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
)

// Schedule returns the sequence of threads of the trace, which must be one of p, as one word that needs no quoting in a
// shell: "1x3,2,1=0,2x5" is three events of thread 1, one of thread 2, a choice of the value 0 by thread 1, and five of
// thread 2. Threads are numbered in the order in which they are started. [ReadSchedule] reads it.
func (t Trace) Schedule(p *model.Program) (string, error) {
	if t.Memory.Buffers() {
		return "", fmt.Errorf("memory %v: the schedule of an execution with store buffers is not supported", t.Memory)
	}
	recording := t.Record()
	same, _, err := recording.Replay(p) // which numbers threads in that order
	if err != nil {
		return "", err
	}
	var turns []turn
	for i, s := range same.Steps {
		next := turn{thread: int(s.Event.Thread) + 1, events: 1, choice: noChoice}
		if s.Event.Kind == event.Choice {
			next.choice = s.Event.Value()
		}
		if last := len(turns) - 1; i > 0 && turns[last].joins(next) {
			turns[last].events++
			continue
		}
		turns = append(turns, next)
	}
	words := make([]string, len(turns))
	for i, t := range turns {
		words[i] = t.String()
	}
	return strings.Join(words, ","), nil
}

// turn is some events of one thread, one after the other, or a choice.
type turn struct {
	thread, events int
	choice         int32
}

const noChoice = -1

func (t turn) joins(next turn) bool {
	return t.thread == next.thread && t.choice == noChoice && next.choice == noChoice
}

func (t turn) String() string {
	switch {
	case t.choice != noChoice:
		return fmt.Sprintf("%d=%d", t.thread, t.choice)
	case t.events > 1:
		return fmt.Sprintf("%dx%d", t.thread, t.events)
	}
	return strconv.Itoa(t.thread)
}

// longestTurn bounds the number of events in a turn.
const longestTurn = 10_000_000

func readTurn(word string) (t turn, err error) {
	t = turn{events: 1, choice: noChoice}
	number, value, chose := strings.Cut(word, "=")
	number, events, several := strings.Cut(number, "x")
	t.thread, err = strconv.Atoi(number)
	if several && err == nil {
		t.events, err = strconv.Atoi(events)
	}
	if chose && err == nil {
		var n int64
		n, err = strconv.ParseInt(value, 10, 32)
		t.choice = int32(n)
	}
	if err != nil || t.thread < 1 || t.events < 1 || t.events > longestTurn || chose && (several || t.choice < 0) {
		return t, fmt.Errorf("%q: must be a thread such as 2, with a number of events as in 2x5 or a choice as in 2=0", word)
	}
	return t, nil
}

// ReadSchedule parses the result of [Trace.Schedule] as a recording.
func ReadSchedule(text string) (r Recording, err error) {
	if text == "" { // no thread does anything
		return r, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		t, err := readTurn(word)
		if err != nil {
			return r, err
		}
		e := Recorded{number: t.thread}
		if t.choice != noChoice {
			e.choice = &t.choice
		}
		for range t.events {
			r.Events = append(r.Events, e)
		}
	}
	return r, nil
}
