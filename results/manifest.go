package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"dporbench/internal/files"
)

// ManifestFormat is the version of the manifest and of the files next to it.
const ManifestFormat = 1

// Manifest records how the rows of a results file were obtained.
type Manifest struct {
	Format   int       `json:"format"` // ManifestFormat
	Results  string    `json:"results"`
	Samples  string    `json:"samples"`
	Sessions []Session `json:"sessions"` // at least one, in the order of time
}

// Session is one call of the command that measured rows of the file.
type Session struct {
	Start   time.Time  `json:"start"`
	End     *time.Time `json:"end"`     // null if the session was killed, or has not ended
	Outcome string     `json:"outcome"` // done, or what ended it early; empty without an End

	Args      []string `json:"args"` // the command line
	Commit    string   `json:"commit"`
	Dirty     bool     `json:"dirty"` // the source had been changed since the commit
	Build     string   `json:"build"`
	GoVersion string   `json:"go_version"`
	// Tools are the versions of the other tools that were measured, by name.
	Tools map[string]string `json:"tools,omitempty"`

	Machine  Machine  `json:"machine"`
	Setup    Setup    `json:"setup"`
	Noise    Noise    `json:"noise"`
	Warnings []string `json:"warnings"` // reasons not to trust the times fully
}

// Machine is the machine on which a session ran. Fields that could not be determined are empty.
type Machine struct {
	CPU      string `json:"cpu"`
	Cores    int    `json:"cores"` // logical ones that the command may use
	Memory   uint64 `json:"memory_bytes"`
	OS       string `json:"os"`
	Kernel   string `json:"kernel"`
	Arch     string `json:"arch"`
	Governor string `json:"governor"` // of the processor's frequency
	Turbo    string `json:"turbo"`    // on or off
}

// Setup is the configuration of the runs of a session.
type Setup struct {
	Timeout          float64 `json:"timeout_s"`
	RedundantTimeout float64 `json:"redundant_timeout_s,omitempty"` // of algorithms that are not optimal
	MemLimit         int64   `json:"mem_limit_bytes"`
	MaxSteps         int     `json:"max_steps,omitempty"` // of one execution, in events
	GOGC             int     `json:"gogc"`
	Order            string  `json:"order"`
	Seed             uint64  `json:"seed"`
	Rounds           int     `json:"rounds"`             // maximum repetitions of a run
	Budget           float64 `json:"budget_s,omitempty"` // for all repetitions of a run together
	WarmUpBelow      float64 `json:"warm_up_below_s"`    // a first run shorter than this is discarded and repeated; 0 discards none
}

// Noise is the other activity on the machine.
type Noise struct {
	LoadBefore float64 `json:"load_before"` // load average of the last minute, before the first run
	LoadDuring float64 `json:"load_during"` // its largest value afterwards
	SwappedIn  uint64  `json:"swapped_in_bytes"`
	SwappedOut uint64  `json:"swapped_out_bytes"`
}

// ReadManifest reads the manifest at path. The error is one line that names the
// file.
func ReadManifest(path string) (Manifest, error) {
	data, err := readFile(path)
	if err != nil {
		return Manifest{}, err
	}
	m, err := parseManifest(data)
	if err != nil {
		return Manifest{}, fmt.Errorf("%s: not a manifest of this version: %w", path, err)
	}
	return m, nil
}

func parseManifest(data []byte) (m Manifest, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&m); err != nil {
		return Manifest{}, explained(err, data)
	}
	switch _, after := d.Token(); {
	case after != io.EOF:
		return Manifest{}, fmt.Errorf("there is something after it")
	case m.Format != ManifestFormat:
		return Manifest{}, fmt.Errorf("format is %d, want %d", m.Format, ManifestFormat)
	case len(m.Sessions) == 0:
		return Manifest{}, fmt.Errorf("it has no session")
	}
	return m, nil
}

func explained(err error, data []byte) error {
	var offset int64
	syntax, _ := errors.AsType[*json.SyntaxError](err)
	mismatch, _ := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return errors.New("it is cut off")
	case syntax != nil:
		offset = syntax.Offset
	case mismatch != nil:
		offset = mismatch.Offset
	default:
		return err
	}
	before := data[:max(0, min(int(offset), len(data))-1)] // the offset is after the mistake
	return fmt.Errorf("line %d: %w", 1+bytes.Count(before, []byte("\n")), err)
}

// Write writes the manifest to path atomically: readers find either the old one or
// the new one.
func (m Manifest) Write(path string) error {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return files.Write(path, append(data, '\n'), 0o644)
}
