package measure

import (
	"io"
	"strings"
)

// diagnosis says in one line why a child ended without a report: what it wrote
// instead of one, or its last words and how it ended.
func (w *watch) diagnosis() string {
	if err := w.process.garbled; err != nil {
		return err.Error()
	}
	ending := "the measured process ended without a report: " + w.process.cmd.ProcessState.String()
	if words := lastWords(<-w.process.said); words != "" {
		ending += ": " + words
	}
	return ending
}

// lastWords picks the line of a crash that says what happened.
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

// lastOf reads r to its end and returns the last part of it.
func lastOf(r io.Reader) string {
	const most = 256 << 10
	var kept []byte
	buffer := make([]byte, 32<<10)
	for {
		n, err := r.Read(buffer)
		kept = append(kept, buffer[:n]...)
		if len(kept) > most {
			kept = kept[len(kept)-most:]
		}
		if err != nil {
			return string(kept)
		}
	}
}
