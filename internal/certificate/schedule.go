package certificate

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// Schedule is an execution, as the sequence of the threads of its events. A thread that
// chooses a value other than 0 is followed by minus that value. If the event is the flush of a
// store of the thread, it is followed by noStore plus the number of the buffer: 0 if a thread has
// only one, otherwise the number of the variable. Where executions are graphs, noStore plus n follows an event that refers to
// the write with n later ones in mo so far; without it, an event refers to the last one.
//
// Threads are numbered as they appear: the declared ones from 0 in the order of
// their declaration, and after them the spawned ones in the order in which the
// execution spawns them. This depends only on the execution, unlike the numbers in
// an exploration, which depend on the executions before.
type Schedule []int32

// maxSchedule bounds the length of a schedule, well above behaviour.DefaultMaxSteps.
const maxSchedule = 10_000_000

// noStore is below everything that follows an event for another reason.
const noStore = math.MinInt32

const none = "-" // the empty schedule

// append formats the schedule: the numbers, with n*k for k times n in a row, n=v for an event
// that chooses v, n! or n!b for a flush of thread n, from its buffer b, or an event that does not refer to the last write, and spaces between.
func (s Schedule) append(line []byte) []byte {
	if len(s) == 0 {
		return append(line, none...)
	}
	for i, j := 0, 0; i < len(s); i = j {
		for j++; j < len(s) && s[j] == s[i] && s[i] >= 0 && !s.chooses(j) && !s.flushes(j); {
			j++
		}
		if i > 0 && s[i] >= 0 {
			line = append(line, ' ')
		}
		switch {
		case s[i] >= 0:
			line = strconv.AppendInt(line, int64(s[i]), 10)
		case i > 0 && s.chooses(i-1):
			line = strconv.AppendInt(append(line, '='), -int64(s[i]), 10)
		default:
			line = append(line, '!')
			if s[i] > noStore {
				line = strconv.AppendInt(line, int64(s[i])-noStore, 10)
			}
		}
		if j-i > 1 {
			line = append(line, '*')
			line = strconv.AppendInt(line, int64(j-i), 10)
		}
	}
	return line
}

// chooses reports whether the event at i chooses a value other than 0.
func (s Schedule) chooses(i int) bool { return i+1 < len(s) && s[i+1] < 0 && s[i+1] >= noStore/2 }

// flushes reports whether the event at i is the flush of a store.
func (s Schedule) flushes(i int) bool { return i+1 < len(s) && s[i+1] < noStore/2 }

// events is the number of events.
func (s Schedule) events() int {
	n := 0
	for _, thread := range s {
		if thread >= 0 {
			n++
		}
	}
	return n
}

// parseSchedule parses what append writes, into s, whose memory it reuses.
func parseSchedule(s Schedule, line []byte) (Schedule, error) {
	s = s[:0]
	if string(line) == none {
		return s, nil
	}
	for column := 1; ; {
		word, rest, more := bytes.Cut(line, []byte{' '})
		event, buffer, isFlush := bytes.Cut(word, []byte{'!'})
		event, chosen, isChoice := bytes.Cut(event, []byte{'='})
		value, ok := int32(1), true
		if isChoice {
			value, ok = parseNumber(chosen)
			ok = ok && value <= -(noStore/2)
		}
		from, isBuffer := int32(0), true
		if isFlush && len(buffer) > 0 {
			from, isBuffer = parseNumber(buffer)
		}
		thread, times, isRun := parseRun(event)
		switch {
		case isFlush && (isChoice || times > 1 || !isBuffer || from >= -(noStore/2)):
			return s, fmt.Errorf("column %d: %q must be a thread that flushes, such as 3!, and perhaps the number of its buffer", column, shortened(word))
		case !ok || isChoice && (value == 0 || times > 1):
			return s, fmt.Errorf("column %d: %q must be a thread and what it chooses other than 0, such as 3=1", column, shortened(word))
		case !isRun:
			return s, fmt.Errorf("column %d: %q must be a thread such as 3, or 3*5 for five times", column, shortened(word))
		case times > maxSchedule-len(s):
			return s, fmt.Errorf("column %d: more than %d events", column, maxSchedule)
		}
		for range times {
			s = append(s, thread)
		}
		if isChoice {
			s = append(s, -value)
		}
		if isFlush {
			s = append(s, noStore+from)
		}
		if !more {
			return s, nil
		}
		column += len(word) + 1
		line = rest
	}
}

func parseRun(word []byte) (thread int32, times int, ok bool) {
	number, count, repeated := bytes.Cut(word, []byte{'*'})
	n, ok := parseNumber(number)
	if !ok || !repeated {
		return n, 1, ok
	}
	k, ok := parseNumber(count)
	return n, int(k), ok && k > 1
}

// parseNumber parses decimal digits and nothing else.
func parseNumber(digits []byte) (int32, bool) {
	n, err := strconv.ParseUint(string(digits), 10, 31)
	return int32(n), err == nil
}

func shortened(word []byte) []byte {
	const most = 20
	if len(word) > most {
		return append(bytes.Clone(word[:most]), "…"...)
	}
	return word
}
