package exhaust

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/cli"
)

// State is the progress of a run, kept in a file: a line that identifies the
// run, and a line for each shard that has been checked. A nil State keeps nothing.
type State struct {
	file *os.File
	done map[int]Findings // by shard
	// Torn is the number of bytes at the end of the file that were dropped
	// because they were not a whole line.
	Torn int
}

// stateHeader identifies a run, which can continue only its own state.
type stateHeader struct {
	Algorithm string
	Commit    string
	Bounds    []string
	Orders    []string
	Rearrange bool
	ShardSize int
}

type stateLine struct {
	Shard    int
	Findings Findings
}

func header(p Plan, commit string) stateHeader {
	h := stateHeader{Algorithm: p.Algorithm.Name, Commit: commit, Orders: p.orders(), Rearrange: p.Rearrange, ShardSize: shardSize}
	for _, b := range p.Bounds {
		h.Bounds = append(h.Bounds, b.String())
	}
	return h
}

// OpenState opens the state of a run of p by a command built from commit, or
// begins one. It is an error if the file is not a state of the same run. An
// incomplete last line is dropped.
func OpenState(path string, p Plan, commit string) (*State, error) {
	first, err := json.Marshal(header(p, commit))
	if err != nil {
		return nil, err
	}
	text, err := cli.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s := &State{done: map[int]Findings{}}
	whole, err := s.read(text, first)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if s.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return nil, err
	}
	err = s.file.Truncate(int64(whole))
	if err == nil && whole == 0 {
		err = s.write(first)
	}
	if err != nil {
		return nil, errors.Join(err, s.file.Close())
	}
	return s, nil
}

// read reads the lines of a state and returns the total length of the whole ones.
func (s *State) read(text, first []byte) (whole int, err error) {
	number := 0
	for line := range bytes.Lines(text) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			s.Torn = len(line)
			break
		}
		if number++; number == 1 {
			if !bytes.Equal(bytes.TrimSpace(line), first) {
				return 0, errors.New("is not the state of this run; it is left alone")
			}
		} else if err := s.readLine(line); err != nil {
			return 0, fmt.Errorf("line %d: %w", number, err)
		}
		whole += len(line)
	}
	if whole == 0 && s.Torn > 0 && !bytes.HasPrefix(first, text) {
		return 0, errors.New("is not the state of this run; it is left alone")
	}
	return whole, nil
}

func (s *State) readLine(line []byte) error {
	var l stateLine
	if err := json.Unmarshal(line, &l); err != nil {
		return err
	}
	for _, f := range l.Findings.Failures {
		if _, err := smallprog.Parse(f.Program); err != nil {
			return err
		}
	}
	s.done[l.Shard] = l.Findings
	return nil
}

func (s *State) write(line []byte) error {
	_, err := s.file.Write(append(line, '\n'))
	return err
}

// Programs is the number of programs that had been checked when the state was opened.
func (s *State) Programs() int {
	n := int64(0)
	for _, f := range s.findings() {
		for _, t := range f.Tallies {
			n += t.Programs
		}
	}
	return int(n)
}

func (s *State) Close() error {
	if s == nil {
		return nil
	}
	return s.file.Close()
}

func (s *State) has(shard int) bool {
	_, has := s.findings()[shard]
	return has
}

func (s *State) add(shard int, f Findings) error {
	if s == nil {
		return nil
	}
	line, err := json.Marshal(stateLine{shard, f})
	if err != nil {
		return err
	}
	return s.write(line)
}

// findings returns the findings of the shards checked before the state was opened. They must not be changed.
func (s *State) findings() map[int]Findings {
	if s == nil {
		return nil
	}
	return s.done
}
