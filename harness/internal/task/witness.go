package task

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/process"
	"dporbench/model/event"
)

// entry is a violation witness in version 2.2 of the competition's format, in which a waypoint says which thread
// passes it. An execution is one of the witness if it passes its waypoints in their order.
type entry struct {
	EntryType string    `yaml:"entry_type"`
	Metadata  metadata  `yaml:"metadata"`
	Content   []segment `yaml:"content"`
}

type metadata struct {
	FormatVersion string   `yaml:"format_version"`
	UUID          string   `yaml:"uuid"`
	CreationTime  string   `yaml:"creation_time"`
	Producer      producer `yaml:"producer"`
	Task          subject  `yaml:"task"`
}

type producer struct {
	Name    string `yaml:"name"`
	Version string `yaml:"version"`
}

// subject is the task that a witness is for.
type subject struct {
	InputFiles      []string          `yaml:"input_files"`
	InputFileHashes map[string]string `yaml:"input_file_hashes"`
	Specification   string            `yaml:"specification"`
	DataModel       string            `yaml:"data_model"`
	Language        string            `yaml:"language"`
}

type segment struct {
	Segment []step `yaml:"segment"`
}

type step struct {
	Waypoint waypoint `yaml:"waypoint"`
}

type waypoint struct {
	Type       string      `yaml:"type"`
	Action     string      `yaml:"action"`
	ThreadID   *int        `yaml:"thread_id,omitempty"` // main is 0; where a thread is started, function_enter gives it the next number
	Constraint *constraint `yaml:"constraint,omitempty"`
	Location   location    `yaml:"location"`
}

type constraint struct {
	Value  string `yaml:"value"`
	Format string `yaml:"format,omitempty"`
}

type location struct {
	FileName string `yaml:"file_name"`
	Line     int    `yaml:"line"`
	Column   int    `yaml:"column,omitempty"`
	Function string `yaml:"function,omitempty"`
}

// The types of waypoints that are written or read, and the values of their other fields.
const (
	violationSequence = "violation_sequence"
	assumption        = "assumption"
	functionEnter     = "function_enter"
	functionReturn    = "function_return"
	target            = "target"
	follow            = "follow"
	cExpression       = "c_expression"
	acslExpression    = "acsl_expression"
)

// writeWitness writes the violation of a task to a file.
func writeWitness(file string, d Definition, v *Violation) error {
	hash, err := hashOf(d.File)
	if err != nil {
		return err
	}
	text, err := cli.ReadFile(d.File)
	if err != nil {
		return err
	}
	content, err := v.segments(d, strings.Split(string(text), "\n"))
	if err != nil {
		return err
	}
	w := entry{
		EntryType: violationSequence,
		Metadata: metadata{
			FormatVersion: "2.2", UUID: newUUID(), CreationTime: time.Now().UTC().Format(time.RFC3339),
			Producer: producer{"dporbench", process.Version},
			Task:     subject{[]string{d.File}, map[string]string{d.File: hash}, d.Property.Text, d.DataModel, "C"},
		},
		Content: content,
	}
	text, err = yaml.Marshal([]entry{w})
	if err != nil {
		return err
	}
	return cli.WriteFile(file, text)
}

// segments returns a segment for each statement that a thread begins, each thread started, and each number that the
// environment chooses, and a last one with the targets. Steps in other files have none.
func (v *Violation) segments(d Definition, lines []string) (all []segment, err error) {
	numbers, last := map[event.ThreadID]int{0: 0}, map[event.ThreadID]int{}
	at := func(kind string, t event.ThreadID, line int, c *constraint) step {
		w := waypoint{Type: kind, Action: follow, Constraint: c, Location: location{FileName: d.File, Line: line}}
		if id, ok := numbers[t]; ok {
			w.ThreadID = &id
		}
		return step{w}
	}
	add := func(s ...step) { all = append(all, segment{s}) }
	for _, s := range v.Steps {
		t, line := s.Event.Thread, lineIn(d.File, s.Place)
		if line == 0 {
			continue
		}
		if chosen, ok := chosenNumber(s.Event, lines[line-1], v.nondet.From); ok {
			add(at(functionReturn, t, line, &constraint{fmt.Sprintf(`\result == %d`, chosen), acslExpression}))
		} else if s.Event.Kind == event.Spawn {
			add(at(functionEnter, t, line, nil))
			numbers[event.ThreadID(s.Event.Object)] = len(numbers)
		} else if line != last[t] {
			add(at(assumption, t, line, &constraint{"1", cExpression}))
		}
		last[t] = line
	}
	var targets []step
	for _, goal := range v.Targets {
		line := lineIn(d.File, goal.Place)
		if line == 0 {
			return nil, fmt.Errorf("no witness is written: %s is not in %s", cmp.Or(goal.Place, "the violation"), d.File)
		}
		targets = append(targets, at(target, goal.Thread, line, nil))
	}
	if len(targets) == 0 {
		return nil, fmt.Errorf("no witness is written: none is known for %s", v.Check)
	}
	add(targets...)
	return all, nil
}

// chosenNumber is the number that the environment chose at e, on this line; ok is false if e is no such choice, or the
// line has several.
func chosenNumber(e event.Event, line string, from int64) (n int64, ok bool) {
	isBool := strings.Contains(line, "nondet_bool") || strings.Contains(line, "nondet__Bool")
	switch any := strings.Count(line, "nondet_"); {
	case e.Kind != event.Choice || any != 1:
		return 0, false
	case isBool:
		return int64(e.Value()), true
	}
	return from + int64(e.Value()), true
}

// newUUID returns a random UUID, version 4.
func newUUID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func hashOf(file string) (string, error) {
	text, err := cli.ReadFile(file)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// readWitness reads the waypoints of all segments of a violation witness, in order.
func readWitness(file string, d Definition) ([]waypoint, error) {
	text, err := cli.ReadFile(file)
	if err != nil {
		return nil, cli.Usage(err)
	}
	var entries []entry
	if err := yaml.Unmarshal(text, &entries); err != nil {
		return nil, cli.Usagef("%s: no witness in YAML: %s", file, oneLine(err))
	}
	for _, e := range entries {
		if e.EntryType == violationSequence {
			return e.waypoints(d)
		}
	}
	return nil, cli.Usagef("%s: there is no entry violation_sequence", file)
}

func (e entry) waypoints(d Definition) (all []waypoint, err error) {
	hash, err := hashOf(d.File)
	if err != nil {
		return nil, err
	}
	for _, of := range e.Metadata.Task.InputFileHashes {
		if of != hash {
			return nil, fmt.Errorf("the witness is of a file with another SHA-256 than %s", d.File)
		}
	}
	for _, s := range e.Content {
		for _, w := range s.Segment {
			all = append(all, w.Waypoint)
			if at := w.Waypoint.Location; filepath.Base(at.FileName) != filepath.Base(d.File) {
				return nil, fmt.Errorf("waypoint %d: location %s is not in %s", len(all), cmp.Or(at.FileName, "without a file_name"), d.File)
			}
		}
	}
	if len(all) == 0 || all[len(all)-1].Type != target {
		return nil, errors.New("the last waypoint of the witness is not a target")
	}
	return all, nil
}
