package certificate

import (
	"bytes"
	"fmt"
	"strconv"
)

// Schedule is an execution as the threads that do its events, one after the other.
//
// Threads are numbered as they come: the declared ones from 0 in the order of
// their declaration, and after them the spawned ones in the order in which the
// execution spawns them. That depends on nothing but the execution, unlike the
// numbers of an exploration, which go by what it has met before.
type Schedule []int32

// maxSchedule bounds the length of a schedule, well above model.DefaultMaxSteps.
const maxSchedule = 10_000_000

const none = "-" // the schedule of no event

// append writes the schedule: the numbers, with n*k for k times n in a row, and
// spaces between.
func (s Schedule) append(line []byte) []byte {
	if len(s) == 0 {
		return append(line, none...)
	}
	for i, j := 0, 0; i < len(s); i = j {
		for j < len(s) && s[j] == s[i] {
			j++
		}
		if i > 0 {
			line = append(line, ' ')
		}
		line = strconv.AppendInt(line, int64(s[i]), 10)
		if j-i > 1 {
			line = append(line, '*')
			line = strconv.AppendInt(line, int64(j-i), 10)
		}
	}
	return line
}

// parseSchedule reads what append writes into s, whose memory it uses.
func parseSchedule(s Schedule, line []byte) (Schedule, error) {
	s = s[:0]
	if string(line) == none {
		return s, nil
	}
	for column := 1; ; {
		word, rest, more := bytes.Cut(line, []byte{' '})
		thread, times, ok := parseRun(word)
		switch {
		case !ok:
			return s, fmt.Errorf("column %d: %q must be a thread such as 3, or 3*5 for five times", column, shortened(word))
		case times > maxSchedule-len(s):
			return s, fmt.Errorf("column %d: more than %d events", column, maxSchedule)
		}
		for range times {
			s = append(s, thread)
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

// parseNumber reads decimal digits and nothing else.
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
