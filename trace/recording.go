package trace

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"dporbench/model/memory"
)

// Recording is a recorded execution, which can be run again without the
// explorer that found it. Only the sequence of threads matters; the rest is for
// people.
//
// As a file it is text that can be edited by hand:
//
//	dporbench execution, format 1
//	program: lastzero
//	parameters: 3
//	origin: pop, execution 5
//
//	# one event per line: a thread, by its name in the trace, and its operation
//	reader    array[3] → 0
//	writer#2  array[1] → 0
//	writer#2  array[2] = 1
//	end: complete
//
// The first word of a line either ends in a colon, and the line is about the
// whole execution, or names a thread. The operation may be left out. Empty
// lines and lines that begin with # are ignored. A name that is not one word,
// or a text that is not one line, is written as a Go string, in double quotes.
type Recording struct {
	Program string // name of the program, or of a benchmark; one line
	Params  []int  // parameters of the benchmark; none for another program
	Source  string // the files that the program is made from, see origin.Files; one line
	Memory  memory.Model
	Origin  string // what found the execution; one line
	Events  []Recorded
	Ending  string // how it ended; one line
}

// Recorded is an event of a Recording.
type Recorded struct {
	Thread string // its name, as in Trace.Threads
	Text   string // as in Step; "" if not known

	line   int    // of the file it was read from, or 0
	number int    // of the thread, from 1; 0 if the thread is given by name
	choice *int32 // the chosen value, if Text does not contain it
}

// Record makes a recording of the trace.
func (t Trace) Record() Recording {
	r := Recording{Program: t.Program, Memory: t.Memory, Ending: t.Outcome.String()}
	if t.Failure != "" {
		r.Ending += ": " + t.Failure
	}
	if !t.Maximal() {
		r.Ending = "not at its end"
	}
	for _, s := range t.Steps {
		r.Events = append(r.Events, Recorded{Thread: t.Threads[s.Event.Thread], Text: s.Text})
	}
	return r
}

const (
	formatVersion = 1
	firstLine     = "dporbench execution, format "

	programField = "program:"
	paramsField  = "parameters:"
	sourceField  = "source:" // of a program that is made from files
	memoryField  = "memory:" // of a memory model other than sc
	originField  = "origin:"
	endField     = "end:"
)

// Write writes the recording as a file, which [Read] reads.
func (r Recording) Write(w io.Writer) error {
	var b strings.Builder
	field := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s %s\n", name, quotedText(text))
		}
	}
	fmt.Fprintf(&b, "%s%d\n", firstLine, formatVersion)
	field(programField, r.Program)
	field(paramsField, strings.Trim(fmt.Sprint(r.Params), "[]"))
	field(sourceField, r.Source)
	if r.Memory != memory.SC {
		field(memoryField, r.Memory.String())
	}
	field(originField, r.Origin)
	b.WriteString("\n")
	const widest = 24 // a longer name is not aligned
	width := 0
	for _, e := range r.Events {
		width = min(max(width, displaywidth.String(quotedName(e.Thread))), widest)
	}
	for _, e := range r.Events {
		name := quotedName(e.Thread)
		line := name + padding(name, width) + "  " + quotedText(e.Text)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if r.Ending == "" {
		b.WriteString(endField + "\n")
	}
	field(endField, r.Ending)
	_, err := io.WriteString(w, b.String())
	return err
}

func quotedName(name string) string {
	if name == "" || name[0] == '#' || strings.HasSuffix(name, ":") || strings.Contains(name, " ") || quotedText(name) != name {
		return strconv.Quote(name)
	}
	return name
}

func quotedText(text string) string {
	odd := func(r rune) bool { return !unicode.IsPrint(r) }
	if strings.HasPrefix(text, `"`) || strings.TrimSpace(text) != text || !utf8.ValidString(text) || strings.ContainsFunc(text, odd) {
		return strconv.Quote(text)
	}
	return text
}
