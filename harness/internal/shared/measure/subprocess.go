package measure

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/process"
)

type subprocess struct {
	cmd      *exec.Cmd
	lifeline *os.File // closing it makes the child exit
	stdout   *os.File
	stderr   *os.File

	messages chan job.Message // closed at the end of the child's output
	exited   chan struct{}    // closed when the child has ended and its group is gone
	words    chan string      // receives the child's standard error, once
	garbled  error            // the error in the messages, if any; valid once messages is closed
}

func start(cmd *exec.Cmd) (_ *subprocess, err error) {
	p := &subprocess{
		cmd:      cmd,
		messages: make(chan job.Message),
		exited:   make(chan struct{}),
		words:    make(chan string, 1),
	}
	var theirs [2]*os.File
	defer func() {
		closeAll(theirs[:]...)
		if err != nil {
			closeAll(p.stdout, p.stderr)
		}
	}()
	if p.stdout, theirs[0], err = os.Pipe(); err != nil {
		return nil, err
	}
	if p.stderr, theirs[1], err = os.Pipe(); err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = theirs[0], theirs[1]
	if p.lifeline, err = process.Start(cmd); err != nil {
		return nil, err
	}
	go p.read()
	go func() {
		var words tail
		io.Copy(&words, p.stderr)
		p.words <- words.String()
	}()
	go p.wait()
	return p, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		f.Close() // a nil *os.File may be closed, with an error
	}
}

// wait waits for the child and then kills the rest of its group. The pipes then end at
// once, unless a process has left the group; the deadline is for that.
func (p *subprocess) wait() {
	p.cmd.Wait()
	p.kill()
	deadline := time.Now().Add(time.Second)
	p.stdout.SetReadDeadline(deadline)
	p.stderr.SetReadDeadline(deadline)
	close(p.exited)
}

func (p *subprocess) kill() { process.KillGroup(p.cmd.Process.Pid) }

// read passes on the child's messages. From the first line that is not one it discards
// everything, so that the child does not hang.
func (p *subprocess) read() {
	defer close(p.messages)
	lines := bufio.NewScanner(p.stdout)
	lines.Buffer(nil, longestMessage)
	for lines.Scan() {
		var m job.Message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			p.garbled = fmt.Errorf("the measured process wrote %q instead of a report", shortened(lines.Text()))
			break
		}
		p.messages <- m
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		p.garbled = errors.New("the measured process wrote an endless line instead of a report")
	}
	io.Copy(io.Discard, p.stdout)
}

// longestMessage is far more than the samples of one progress interval or an execution of 50,000 events take, in bytes.
const longestMessage = 16 << 20

func shortened(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// release closes the files of a process that has exited.
func (p *subprocess) release() { closeAll(p.lifeline, p.stdout, p.stderr) }

// diagnosis returns, in one line, why a child ended without a report: the text it wrote
// instead, or its last words and how it ended.
func (w *watch) diagnosis() string {
	if err := w.process.garbled; err != nil {
		return err.Error()
	}
	ending := "the measured process ended without a report: " + w.process.cmd.ProcessState.String()
	if words := lastWords(<-w.process.words); words != "" {
		ending += ": " + words
	}
	return ending
}

func lastWords(text string) string {
	last := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return line
		}
		if line != "" {
			last = line
		}
	}
	return last
}
