package test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// event is a line of output of go test -json, with the result of a test that was explored.
type event struct {
	Time    time.Time
	Action  string
	Package string   `json:",omitempty"`
	Test    string   `json:",omitempty"`
	Elapsed *float64 `json:",omitempty"` // in seconds
	Output  string   `json:",omitempty"`

	Open       bool   `json:",omitempty"` // a test that fails for go test, but neither passes nor fails
	Outcome    string `json:",omitempty"`
	Executions int64  `json:",omitempty"`
	Replay     string `json:",omitempty"`
}

// stream writes events as JSON, or just their output.
type stream struct {
	w      io.Writer
	asJSON bool
	failed error // of the first write that failed
}

func (s *stream) write(e event) {
	if s.failed != nil {
		return
	}
	if !s.asJSON {
		_, s.failed = io.WriteString(s.w, e.Output)
		return
	}
	e.Time = time.Now()
	s.failed = json.NewEncoder(s.w).Encode(e)
}

// printf writes text about a package or a test, one event per line.
func (s *stream) printf(of event, format string, args ...any) {
	of.Action = "output"
	for line := range strings.Lines(fmt.Sprintf(format, args...)) {
		of.Output = line
		s.write(of)
	}
}

// end writes that a package or test has ended.
func (s *stream) end(of event, action string, elapsed time.Duration) {
	seconds := elapsed.Round(time.Millisecond).Seconds()
	of.Action, of.Elapsed = action, &seconds
	s.write(of)
}

// last writes text that is about no package and is not an event.
func (s *stream) last(text string) {
	if !s.asJSON {
		s.write(event{Output: text})
	}
}
