package certificate

import (
	"bytes"
	"fmt"
	"strconv"
)

// Schedule is an execution, as the sequence of threads that do its events. Where a thread
// chooses a value other than 0, minus that value follows it.
//
// Threads are numbered as they appear: the declared ones from 0 in the order of
// their declaration, and after them the spawned ones in the order in which the
// execution spawns them. That depends only on the execution, unlike the numbers
// of an exploration, which depend on what it has seen before.
type Schedule []int32

// maxSchedule bounds the length of a schedule, well above behaviour.DefaultMaxSteps.
const maxSchedule = 10_000_000

const none = "-" // the schedule of no event

// append formats the schedule: the numbers, with n*k for k times n in a row, n=v for an event
// that chooses v, and spaces between.
func (s Schedule) append(line []byte) []byte {
	if len(s) == 0 {
		return append(line, none...)
	}
	for i, j := 0, 0; i < len(s); i = j {
		for j++; j < len(s) && s[j] == s[i] && s[i] >= 0 && !s.chooses(j); {
			j++
		}
		if i > 0 {
			line = append(line, ' ')
		}
		if s[i] < 0 {
			line[len(line)-1] = '='
		}
		line = strconv.AppendInt(line, max(int64(s[i]), -int64(s[i])), 10)
		if j-i > 1 {
			line = append(line, '*')
			line = strconv.AppendInt(line, int64(j-i), 10)
		}
	}
	return line
}

// chooses reports whether the event at i chooses a value other than 0.
func (s Schedule) chooses(i int) bool { return i+1 < len(s) && s[i+1] < 0 }

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
		event, chosen, isChoice := bytes.Cut(word, []byte{'='})
		value, ok := int32(1), true
		if isChoice {
			value, ok = parseNumber(chosen)
		}
		thread, times, isRun := parseRun(event)
		switch {
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
